-- The book. Every table but users and settings carries user_id, so that one user's rows lie together
-- (and on one shard, where there are shards). Money is whole fen. Instants are ISO text in UTC, days
-- and months are text, so that they order the same on every engine.

create table settings (
  name :text primary key,
  value :text not null
) :strict;

create table users (
  id :id,
  name :text not null,
  email :text not null,
  -- the email as it must be unique: trimmed, lower case
  email_folded :text not null unique,
  created_at :text not null,
  updated_at :text not null
  , primary key (id) -- postgres
) :strict;

-- One row a user; every write to the book raises it, so that a reader can tell "unchanged".
create table revisions (
  user_id :integer primary key references users (id),
  revision :integer not null
) :strict;

create table accounts (
  id :id,
  user_id :integer not null references users (id),
  name :text not null,
  type :text not null check (type in ('payment', 'bank', 'cash')),
  color :text not null,
  -- balance = opening + the effects of the account's records, always
  opening :integer not null,
  balance :integer not null,
  created_at :text not null,
  updated_at :text not null
  , unique (user_id, id) -- sqlite
  , primary key (user_id, id) -- postgres
) :strict;
create index accounts_by_id on accounts (id); -- postgres

create table records (
  id :id,
  user_id :integer not null,
  account_id :integer not null,
  type :text not null check (type in ('income', 'expense')),
  amount :integer not null check (amount > 0),
  category :text not null,
  description :text,
  date :text not null,
  -- the day that the date falls on in the server's zone
  day :text not null,
  -- 1 when the date came with a time of day; a plain day keeps its day when the zone changes
  timed :integer not null,
  created_at :text not null,
  updated_at :text not null,
  foreign key (user_id, account_id) references accounts (user_id, id)
  , primary key (user_id, id) -- postgres
) :strict;
create index records_by_id on records (id); -- postgres
create index records_by_creation on records (user_id, created_at, id);
create index records_by_account on records (user_id, account_id, created_at);
create index records_by_day on records (user_id, day);

create table budgets (
  id :id,
  user_id :integer not null references users (id),
  category :text not null,
  amount :integer not null check (amount > 0),
  month :text not null,
  created_at :text not null,
  updated_at :text not null
  , primary key (user_id, id) -- postgres
) :strict;
create index budgets_by_id on budgets (id); -- postgres
create index budgets_by_month on budgets (user_id, month);

-- What the records of a day add up to; moved by the same transaction as the record.
create table day_totals (
  user_id :integer not null,
  day :text not null,
  type :text not null,
  category :text not null,
  amount :integer not null,
  count :integer not null,
  primary key (user_id, day, type, category)
) :clustered;

-- The answers given to requests with an Idempotency-Key.
create table idempotency (
  user_id :integer not null,
  endpoint :text not null,
  key :text not null,
  body_hash :text not null,
  answer :text not null,
  created_at :text not null,
  primary key (user_id, endpoint, key)
) :clustered;
create index idempotency_by_age on idempotency (created_at);
