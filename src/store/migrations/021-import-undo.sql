-- What an import changed of what was there before it, so that undoing it puts that back.

-- Keys of lines that were known before: as they were, and what the import made of them.
create table import_changes (
  user_id :integer not null,
  import_id :integer not null,
  key :text not null,
  row_number :integer not null,
  was_import_id :integer not null,
  was_row :integer not null,
  was_kind :text not null,
  record_id :integer,
  transfer_id :integer,
  was_status :text not null,
  was_description :text not null,
  status :text not null,
  description :text not null,
  -- 1: the record's own description was changed with the key's
  described :integer not null default 0,
  primary key (user_id, import_id, key),
  foreign key (user_id, import_id) references imports (user_id, id)
) :clustered;

-- Records that became one transfer with a row of the import, as they were.
create table import_replaced (
  user_id :integer not null,
  import_id :integer not null,
  row_number :integer not null,
  record_id :integer,
  account_id :integer not null,
  type :text not null,
  amount :integer not null,
  category :text not null,
  description :text,
  date :text not null,
  day :text not null,
  timed :integer not null,
  provider :text,
  external_id :text,
  row_kind :text,
  was_import_id :integer,
  was_row :integer,
  created_at :text not null,
  updated_at :text not null,
  primary key (user_id, import_id, row_number),
  foreign key (user_id, import_id) references imports (user_id, id),
  foreign key (user_id, account_id) references accounts (user_id, id)
) :clustered;

-- 1: on commit the row and the record that it is suggested with become one transfer
alter table import_rows add column joins :integer not null default 0;
-- the merchant's own number of an expense, by which a refund in a later file finds it
alter table import_rows add column link_id :text;
