-- Series of records that somebody said are nothing regular: not offered again.
create table plan_suggestions (
  user_id :integer not null references users (id),
  key :text not null,
  created_at :text not null,
  primary key (user_id, key)
) :clustered;

-- The address under which a calendar reads somebody's plans: one a user, kept as a hash of its secret.
create table feeds (
  user_id :integer not null references users (id),
  hash :text not null,
  -- whether the amounts are shown there
  amounts :integer not null check (amounts in (0, 1)),
  created_at :text not null,
  primary key (user_id)
) :clustered;

-- What was booked up to then no longer counts for the estimate: a person has said another amount.
alter table plans add column estimate_since :text;
