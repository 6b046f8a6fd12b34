-- What a client calls a record or a transfer of its own: made once, however often it is sent. Ids that
-- came with a bill have a provider, and are no client's.
create unique index records_by_own_id on records (user_id, external_id)
  where external_id is not null and provider is null;
create unique index transfers_by_own_id on transfers (user_id, external_id)
  where external_id is not null and provider is null;
