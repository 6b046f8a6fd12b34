-- The renewal of a session before its newest one: the exchange of a refresh token is answered the same
-- once more for a few seconds, for a client whose answer was lost, or whose two tabs asked at once.
-- With the token that was shown, the salt makes its successor again; alone it tells nothing.
alter table sessions add column replaced_hash :text;
alter table sessions add column successor_salt :text;
alter table sessions add column replaced_at :text;
