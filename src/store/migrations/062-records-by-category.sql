-- A category that is looked at or renamed is a small part of a large book.
create index records_by_category on records (user_id, category, day);
