-- The import whose line told a later change of a balance, so that undoing it takes that back.
alter table adjustments add column import_id :integer;
alter table adjustments add column import_row :integer;
create index adjustments_by_import on adjustments (user_id, import_id) where import_id is not null;
