-- A second factor for signing in: the key of somebody's one-time codes, sealed; it counts once its first code has been given.
create table second_factors (
  user_id :integer primary key,
  sealed :text not null,
  created_at :text not null,
  confirmed_at :text,
  -- the time step of the last code that was taken: none is taken twice
  last_step :integer not null
) :strict;

-- For who has lost the phone. Only hashes; one that is used is deleted.
create table recovery_codes (
  user_id :integer not null,
  hash :text not null,
  primary key (user_id, hash)
) :clustered;

-- What the next step of a sign-in must show, each once and for minutes: hashes of tickets and challenges.
-- Those that nobody is named for have user_id 0.
create table sign_in_steps (
  user_id :integer not null,
  hash :text not null,
  purpose :text not null,
  expires_at :text not null,
  primary key (user_id, hash)
) :clustered;
create index sign_in_steps_by_end on sign_in_steps (user_id, expires_at);
