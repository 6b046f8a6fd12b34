-- Accounts that are put away: kept with their records, no longer offered.
alter table accounts add column archived :integer not null default 0;
