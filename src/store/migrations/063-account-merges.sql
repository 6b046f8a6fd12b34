-- What named an account that was merged into another, so that taking the merge back gives all of it
-- back. place is the table and column, the keys are those of its row; place 'act' names the act.
create table account_merges (
  user_id :integer not null,
  at :text not null,
  account_id :integer not null,
  place :text not null,
  key_one :text not null,
  key_two :text not null,
  primary key (user_id, at, account_id, place, key_one, key_two)
) :clustered;
