-- Where a merged line knew the account better: the account that the record was on before, and the line's.
alter table import_merged add column was_account_id :integer;
alter table import_merged add column account_id :integer;
