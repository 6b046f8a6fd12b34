-- Personal access tokens, for shortcuts and scripts. The token itself is shown once; its hash is kept.

create table tokens (
  id :id,
  user_id :integer not null,
  name :text not null,
  hash :text not null,
  -- "read", "write" or "read write"
  scopes :text not null,
  created_at :text not null,
  expires_at :text not null,
  last_used_day :text
  , primary key (user_id, id) -- postgres
) :strict;
create unique index tokens_by_hash on tokens (user_id, hash);
