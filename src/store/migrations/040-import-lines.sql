-- Every import remembers its own lines: a line is known while anything that was booked from it is
-- there, by whichever import. So the order of undo, delete, restore and import again does not matter.
create table import_lines ( -- sqlite
  user_id :integer not null, -- sqlite
  key :text not null, -- sqlite
  import_id :integer not null, -- sqlite
  row_number :integer not null, -- sqlite
  kind :text not null, -- sqlite
  record_id :integer, -- sqlite
  transfer_id :integer, -- sqlite
  status :text not null, -- sqlite
  description :text not null, -- sqlite
  primary key (user_id, key, import_id) -- sqlite
) :clustered; -- sqlite
insert into import_lines (user_id, key, import_id, row_number, kind, record_id, transfer_id, status, description) -- sqlite
  select user_id, key, import_id, row_number, kind, record_id, transfer_id, status, description from import_keys; -- sqlite
drop table import_keys; -- sqlite
alter table import_lines rename to import_keys; -- sqlite
create index import_keys_by_import on import_keys (user_id, import_id); -- sqlite
alter table import_keys drop constraint import_keys_pkey; -- postgres
alter table import_keys add primary key (user_id, key, import_id); -- postgres

-- What a later import had taken over.
insert into import_keys (user_id, key, import_id, row_number, kind, record_id, transfer_id, status, description)
  select c.user_id, c.key, c.was_import_id, c.was_row, c.was_kind, c.record_id, c.transfer_id, c.was_status, c.was_description
  from import_changes c
  join import_keys k on k.user_id = c.user_id and k.key = c.key and k.import_id = c.import_id
  where c.was_import_id <> c.import_id
  on conflict (user_id, key, import_id) do nothing;

-- 1: taken off the list after it was undone; it is still known by what is restored of it
alter table imports add column dropped :integer not null default 0;
