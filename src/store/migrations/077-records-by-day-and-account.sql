-- What a balance was on a day and what all were worth is summed from this index alone: it names the account
-- and the money of each record, in the order of the days.
drop index records_by_day;
create index records_by_day on records (user_id, day, account_id, type, amount);
