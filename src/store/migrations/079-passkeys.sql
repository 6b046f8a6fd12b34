-- Passkeys: public keys of authenticators that sign in without a password. The authenticator itself names the user, so
-- that one is looked for among that user's alone.
create table passkeys (
  user_id :integer not null,
  id :text not null,
  credential_id :text not null,
  public_key :text not null,
  -- how often it has signed, as it says itself; 0 where it does not count
  counter :integer not null,
  -- how a browser reaches it: JSON
  transports :text not null,
  name :text not null,
  created_at :text not null,
  last_used_at :text,
  primary key (user_id, id)
) :clustered;
create unique index passkeys_by_credential on passkeys (user_id, credential_id);
