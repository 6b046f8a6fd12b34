-- A bill is compared with the transfers of its days: without this every page of them reads all transfers.
create index transfers_by_day on transfers (user_id, day);
