-- 1: what the line was booked as was brought back after its import was undone. Deleted since, the line
-- is known as deleted by hand, as every other.
alter table import_keys add column restored :integer not null default 0;
-- The record in whose place the line's transfer stands: of the two only one can be in the book.
alter table import_keys add column joined_id :integer;

update import_keys set joined_id = (
  select p.record_id from import_replaced p
  where p.user_id = import_keys.user_id and p.import_id = import_keys.import_id
    and p.row_number = import_keys.row_number);
update import_keys set restored = 1
  where exists (select 1 from imports i
      where i.user_id = import_keys.user_id and i.id = import_keys.import_id and i.status = 'undone')
    and (exists (select 1 from records b
        where b.user_id = import_keys.user_id and b.id = import_keys.record_id)
      or exists (select 1 from transfers b
        where b.user_id = import_keys.user_id and b.id = import_keys.transfer_id));

-- A restore asks which lines a record or a transfer was booked from.
create index import_keys_by_record on import_keys (user_id, record_id) where record_id is not null;
create index import_keys_by_transfer on import_keys (user_id, transfer_id) where transfer_id is not null;
create index import_keys_by_joined on import_keys (user_id, joined_id) where joined_id is not null;
