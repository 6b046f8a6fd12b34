-- What the bank said that an account held at the end of a day, and which lines of its sheet were compared.

create table checkpoints (
  id :id,
  user_id :integer not null,
  account_id :integer not null,
  day :text not null,
  -- the balance that was stated
  stated :integer not null,
  -- hand, or the import that it came with
  source :text not null,
  import_id :integer,
  note :text,
  -- what broke it, kept after the history has forgotten the change: JSON
  broken_by :text,
  created_at :text not null,
  updated_at :text not null
  , primary key (user_id, id) -- postgres
  , unique (user_id, id), -- sqlite
  , -- postgres
  unique (user_id, account_id, day),
  foreign key (user_id, account_id) references accounts (user_id, id)
) :strict;

-- Only what is ticked off. A line that goes leaves its tick, and finds it again when it is brought back.
create table ticks (
  id :id,
  user_id :integer not null,
  account_id :integer not null,
  record_id :integer,
  transfer_id :integer,
  adjustment_id :integer
  , primary key (user_id, id) -- postgres
) :strict;
create unique index ticks_by_record on ticks (user_id, account_id, record_id) where record_id is not null;
create unique index ticks_by_transfer on ticks (user_id, account_id, transfer_id) where transfer_id is not null;
create unique index ticks_by_adjustment on ticks (user_id, account_id, adjustment_id) where adjustment_id is not null;
