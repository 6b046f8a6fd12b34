-- Money between one's own accounts, money that came back, and where a row came from.

create table transfers (
  id :id,
  user_id :integer not null references users (id),
  from_account_id :integer not null,
  to_account_id :integer not null,
  -- what arrives; a fee is a record of its own that names the transfer
  amount :integer not null check (amount > 0),
  description :text,
  date :text not null,
  day :text not null,
  timed :integer not null,
  -- where it came from; all null when it was entered by hand
  provider :text,
  external_id :text,
  row_kind :text,
  import_id :integer,
  created_at :text not null,
  updated_at :text not null,
  check (from_account_id <> to_account_id),
  foreign key (user_id, from_account_id) references accounts (user_id, id),
  foreign key (user_id, to_account_id) references accounts (user_id, id)
  , primary key (user_id, id) -- postgres
) :strict;
create index transfers_by_id on transfers (id); -- postgres
create index transfers_by_creation on transfers (user_id, created_at, id);
create index transfers_by_source on transfers (user_id, from_account_id);
create index transfers_by_target on transfers (user_id, to_account_id);

-- 1: an income that gives an expense back; it lowers the expense side of its category
alter table records add column refund :integer not null default 0;
-- the expense that is given back, where it is known
alter table records add column refund_of integer references records (id); -- sqlite
alter table records add column refund_of bigint; -- postgres
alter table records add foreign key (user_id, refund_of) references records (user_id, id); -- postgres
-- the transfer whose fee this is
alter table records add column transfer_id integer references transfers (id); -- sqlite
alter table records add column transfer_id bigint; -- postgres
alter table records add foreign key (user_id, transfer_id) references transfers (user_id, id); -- postgres
alter table records add column provider :text;
alter table records add column external_id :text;
alter table records add column row_kind :text;
alter table records add column import_id :integer;
-- Partial, so that a plain record costs them nothing. SQLite looks for children by the column alone.
create index records_by_refund on records (refund_of) where refund_of is not null; -- sqlite
create index records_by_refund on records (user_id, refund_of) where refund_of is not null; -- postgres
create index records_by_transfer on records (transfer_id) where transfer_id is not null; -- sqlite
create index records_by_transfer on records (user_id, transfer_id) where transfer_id is not null; -- postgres
