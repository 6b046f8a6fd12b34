-- Bills: what was uploaded, what is proposed of it, what was written, and what is remembered.

create table imports (
  id :id,
  user_id :integer not null references users (id),
  status :text not null check (status in
    ('reading', 'ready', 'committed', 'undone', 'failed', 'cancelled', 'unmapped')),
  file_name :text not null,
  currency :text not null,
  -- JSON: the bills found, or the tables that the user must map
  found :text not null,
  -- JSON: balances before and after, counts; once committed
  result :text,
  -- JSON: why it failed
  problem :text,
  row_count :integer not null,
  created_at :text not null,
  updated_at :text not null,
  committed_at :text
  , unique (user_id, id) -- sqlite
  , primary key (user_id, id) -- postgres
) :strict;
create index imports_by_id on imports (id); -- postgres
create index imports_by_creation on imports (user_id, created_at, id);

-- The accounts that a bill names. account_id is null while a new one is proposed.
create table import_accounts (
  user_id :integer not null,
  import_id :integer not null,
  place :integer not null,
  provider :text not null,
  name :text not null,
  account_id :integer,
  new_name :text not null,
  new_type :text not null,
  -- 1: the account was made by the commit, so that undoing takes it away again
  made :integer not null default 0,
  primary key (user_id, import_id, place),
  foreign key (user_id, import_id) references imports (user_id, id)
) :clustered;

-- The preview, row by row: exactly what a commit writes.
create table import_rows (
  user_id :integer not null,
  import_id :integer not null,
  number :integer not null,
  bill :integer not null,
  source_line :integer not null,
  key :text not null,
  kind :text not null,
  amount :integer not null,
  fee :integer not null,
  currency :text not null,
  time :text not null,
  date :text,
  day :text,
  timed :integer not null,
  account :integer not null,
  to_account :integer,
  account_id :integer,
  to_account_id :integer,
  counterparty :text not null,
  description :text not null,
  external_id :text not null,
  status :text not null,
  category :text not null,
  category_reason :text not null,
  reason :text not null,
  -- JSON: questions to the user, and the cells of a row that is in doubt
  questions :text,
  raw :text,
  refund_row :integer,
  refund_of :integer,
  -- JSON: what it is perhaps the same as
  suggestion :text,
  record_id :integer,
  transfer_id :integer,
  merge_row :integer,
  fate :text not null,
  action :text not null,
  -- 1: the user decided
  decided :integer not null default 0,
  -- what was proposed where the user chose another category
  proposed :text,
  primary key (user_id, import_id, number),
  foreign key (user_id, import_id) references imports (user_id, id)
) :clustered;

-- By which a line is known again in another file. It stays when the record is deleted by hand.
create table import_keys (
  user_id :integer not null,
  key :text not null,
  import_id :integer not null,
  row_number :integer not null,
  kind :text not null,
  record_id :integer,
  transfer_id :integer,
  status :text not null,
  description :text not null,
  primary key (user_id, key)
) :clustered;
create index import_keys_by_import on import_keys (user_id, import_id);

-- Which account the user keeps under a name that files use.
create table account_names (
  user_id :integer not null,
  provider :text not null,
  name :text not null,
  account_id :integer not null,
  primary key (user_id, provider, name),
  foreign key (user_id, account_id) references accounts (user_id, id)
) :clustered;

-- How a table of no known format is to be read, by its header.
create table column_mappings (
  user_id :integer not null references users (id),
  fingerprint :text not null,
  mapping :text not null,
  primary key (user_id, fingerprint)
) :clustered;

-- Suggestions that the user has refused: never made again.
create table match_refusals (
  user_id :integer not null references users (id),
  key :text not null,
  primary key (user_id, key)
) :clustered;

create table rules (
  id :id,
  user_id :integer not null references users (id),
  state :text not null check (state in ('active', 'proposed', 'off')),
  field :text not null,
  match :text not null,
  text :text not null,
  min_amount :integer,
  max_amount :integer,
  only_kind :text,
  category :text,
  account_id :integer,
  kind :text,
  created_at :text not null,
  updated_at :text not null,
  foreign key (user_id, account_id) references accounts (user_id, id)
  , primary key (user_id, id) -- postgres
) :strict;
create index rules_by_id on rules (id); -- postgres
create index rules_by_user on rules (user_id, id);

alter table records add column import_row :integer;
alter table transfers add column import_row :integer;
create index records_by_import on records (user_id, import_id, import_row) where import_id is not null;
create index transfers_by_import on transfers (user_id, import_id, import_row) where import_id is not null;
create index records_by_external_id on records (user_id, external_id) where external_id is not null;
