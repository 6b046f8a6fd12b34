-- Money that no record explains: a valuation of what an account is worth, or a correction of its balance.
-- An account's balance is its opening balance and the effects of records, transfers and adjustments.

create table adjustments (
  id :id,
  user_id :integer not null,
  account_id :integer not null,
  day :text not null,
  -- the movement of the balance, of either sign
  amount :integer not null,
  -- the balance that was wanted at the end of the day, where that was given
  value :integer,
  kind :text not null check (kind in ('valuation', 'correction')),
  description :text,
  created_at :text not null,
  updated_at :text not null
  , primary key (user_id, id) -- postgres
  , unique (user_id, id), -- sqlite
  , -- postgres
  foreign key (user_id, account_id) references accounts (user_id, id)
) :strict;
create index adjustments_by_account on adjustments (user_id, account_id, day);

-- What an account is for, besides its type: credit, loan, person, asset; null for a plain one.
alter table accounts add column kind :text;
