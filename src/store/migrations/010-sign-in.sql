-- Signing in. A user without a password and without a provider's subject cannot sign in at all.
-- Secrets are kept as hashes only: argon2id for passwords, SHA-256 for random tokens.

alter table users add column password_hash :text;
-- "<issuer> <subject>" at the identity provider
alter table users add column subject :text;
alter table users add column disabled_at :text;
create unique index users_by_subject on users (subject);

-- One row a sign-in; it is deleted when the session ends. refresh_hash is that of the newest token.
create table sessions (
  user_id :integer not null,
  id :text not null,
  refresh_hash :text not null,
  device :text not null,
  address :text not null,
  created_at :text not null,
  last_used_at :text not null,
  expires_at :text not null,
  primary key (user_id, id)
) :clustered;

-- Failures in a row, by address ("address 192.0.2.1") or by account, and until when to wait.
-- They belong to nobody: user_id is 0.
create table throttles (
  user_id :integer not null,
  key :text not null,
  failures :integer not null,
  blocked_until :text not null,
  updated_at :text not null,
  primary key (user_id, key)
) :clustered;

-- What happened at the door. at and id order it.
create table audit (
  id :id,
  user_id :integer not null,
  at :text not null,
  event :text not null,
  address :text not null,
  detail :text not null
  , primary key (user_id, id) -- postgres
) :strict;
create index audit_by_time on audit (user_id, at, id);
