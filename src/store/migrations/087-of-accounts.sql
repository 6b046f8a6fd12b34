-- What names an account is found by it: without these, each account that is deleted looks through all of its user's.
create index account_names_by_account on account_names (user_id, account_id);
create index rules_by_account on rules (user_id, account_id) where account_id is not null;
create index import_replaced_by_account on import_replaced (user_id, account_id);
create index import_openings_by_account on import_openings (user_id, account_id);
