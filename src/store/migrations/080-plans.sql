-- Plans: money that comes again on its day. Only what is settled, waits or was changed has a row among the
-- occurrences; the rest is reckoned from the rule of dates.
create table plans (
  id :id,
  user_id :integer not null references users (id),
  name :text not null,
  kind :text not null check (kind in ('expense', 'income', 'transfer', 'reminder')),
  -- of a transfer the account that the money leaves
  account_id :integer,
  to_account_id :integer,
  category :text,
  description :text,
  amount :integer check (amount > 0),
  amount_mode :text not null check (amount_mode in ('fixed', 'estimate', 'ask')),
  unit :text not null check (unit in ('day', 'week', 'month', 'year')),
  step :integer not null,
  -- the wanted days with commas between; empty for the first day's own
  days :text not null,
  start_day :text not null,
  end_day :text,
  times :integer,
  times_count :text not null check (times_count in ('all', 'booked')),
  weekend :text not null check (weekend in ('keep', 'before', 'after')),
  mode :text not null check (mode in ('auto', 'confirm')),
  remind_days :integer,
  state :text not null check (state in ('active', 'paused', 'ended')),
  reason :text,
  -- the plan that this one continues
  follows :integer,
  -- what is due before it was never the plan's to book, unless somebody asks
  since :text not null,
  -- what is due from this day on and has no row, the clock acts on
  acts_from :text not null,
  -- what the clock acts on next: its name, and the first day on which it has something to do
  next_due :text,
  next_date :text,
  created_at :text not null,
  updated_at :text not null
  , primary key (user_id, id) -- postgres
  , unique (user_id, id) -- sqlite
) :strict;
create index plans_by_id on plans (id); -- postgres
create index plans_by_next on plans (next_date, user_id)
  where state = 'active' and next_date is not null;

-- A row stays when its plan or what was booked is deleted: history brings those back.
create table plan_occurrences (
  user_id :integer not null,
  plan_id :integer not null,
  -- the day that names it, whatever day it is moved to
  due :text not null,
  state :text not null check (state in ('open', 'waiting', 'booked', 'skipped')),
  -- what differs from the plan
  date :text,
  amount :integer check (amount > 0),
  account_id :integer,
  description :text,
  -- what it was booked as; neither for what moves no money
  record_id :integer,
  transfer_id :integer,
  settled_at :text,
  primary key (user_id, plan_id, due)
) :clustered;
create index plan_occurrences_by_record on plan_occurrences (user_id, record_id)
  where record_id is not null;
create index plan_occurrences_by_transfer on plan_occurrences (user_id, transfer_id)
  where transfer_id is not null;

alter table records add column plan_id :integer;
alter table records add column due :text;
alter table transfers add column plan_id :integer;
alter table transfers add column due :text;
-- An occurrence is booked once.
create unique index records_by_plan on records (user_id, plan_id, due) where plan_id is not null;
create unique index transfers_by_plan on transfers (user_id, plan_id, due) where plan_id is not null;
