-- How full SQLite takes the indexes of what a book has most of. Without figures it takes ten rows for what a user
-- has, and reads all of them where a statement names a few by their ids. The figures are no measurement, which
-- would differ from book to book and change plans with it: they say that a user's rows are many, an account's a
-- fifth of them and a day's few. What an index of creation or of categories has is written larger than what the
-- days have, so that a list from a day on looks at its days. The first number counts all rows, each next one those
-- with the same first columns. An index that is added to one of these tables gets its line in its own migration.
analyze sqlite_schema; -- sqlite
delete from sqlite_stat1; -- sqlite
insert into sqlite_stat1 (tbl, idx, stat) values ('records', 'records_by_creation', '10000000 40000 2 1'); -- sqlite
insert into sqlite_stat1 (tbl, idx, stat) values ('records', 'records_by_account', '10000000 40000 10000 2'); -- sqlite
insert into sqlite_stat1 (tbl, idx, stat) values ('records', 'records_by_category', '10000000 40000 20000 2'); -- sqlite
insert into sqlite_stat1 (tbl, idx, stat) values ('records', 'records_by_day', '10000000 20000 10 4 3 1'); -- sqlite
insert into sqlite_stat1 (tbl, idx, stat) values ('records', 'records_by_import', '5000000 10000 500 1'); -- sqlite
insert into sqlite_stat1 (tbl, idx, stat) values ('records', 'records_by_external_id', '5000000 10000 1'); -- sqlite
insert into sqlite_stat1 (tbl, idx, stat) values ('records', 'records_by_own_id', '1000000 2000 1'); -- sqlite
insert into sqlite_stat1 (tbl, idx, stat) values ('records', 'records_by_transfer', '100000 1'); -- sqlite
insert into sqlite_stat1 (tbl, idx, stat) values ('records', 'records_by_refund', '100000 1'); -- sqlite
insert into sqlite_stat1 (tbl, idx, stat) values ('records', 'records_by_plan', '100000 500 50 1'); -- sqlite
insert into sqlite_stat1 (tbl, idx, stat) values ('transfers', 'transfers_by_creation', '10000000 40000 2 1'); -- sqlite
insert into sqlite_stat1 (tbl, idx, stat) values ('transfers', 'transfers_by_source', '10000000 20000 4000'); -- sqlite
insert into sqlite_stat1 (tbl, idx, stat) values ('transfers', 'transfers_by_target', '10000000 20000 4000'); -- sqlite
insert into sqlite_stat1 (tbl, idx, stat) values ('transfers', 'transfers_by_day', '10000000 20000 10'); -- sqlite
insert into sqlite_stat1 (tbl, idx, stat) values ('transfers', 'transfers_by_import', '5000000 10000 500 1'); -- sqlite
insert into sqlite_stat1 (tbl, idx, stat) values ('transfers', 'transfers_by_own_id', '1000000 2000 1'); -- sqlite
insert into sqlite_stat1 (tbl, idx, stat) values ('transfers', 'transfers_by_plan', '100000 500 50 1'); -- sqlite
insert into sqlite_stat1 (tbl, idx, stat) values ('history', 'history_by_time', '1000000 2000 2 1'); -- sqlite
insert into sqlite_stat1 (tbl, idx, stat) values ('history', 'history_by_noun', '1000000 2000 1000 2 1'); -- sqlite
insert into sqlite_stat1 (tbl, idx, stat) values ('history', 'history_by_part', '500000 1000 10'); -- sqlite
insert into sqlite_stat1 (tbl, idx, stat) values ('history', 'history_by_act', '500000 1000 10'); -- sqlite
-- Reads the figures in.
analyze sqlite_schema; -- sqlite
-- Samples of values, which it makes empty: with any of them each statement would be planned anew for its values.
drop table if exists sqlite_stat4; -- sqlite
