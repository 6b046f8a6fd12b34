-- Rows up to this one are in the book while an import of many rows is written part by part; null once all are.
alter table imports add column written :integer;
