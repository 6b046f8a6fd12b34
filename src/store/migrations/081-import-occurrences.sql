-- A row of a bill may be the payment that a plan expects: the occurrence that it is booked as, or that is booked
-- already and that it is merged into.
alter table import_rows add column plan_id :integer;
alter table import_rows add column due :text;

-- What a merge made of a record that a plan had booked: its money and its time are the bill's then. Both as they were
-- and as they became, so that an undo takes back what nobody has changed since.
alter table import_merged add column was_amount :integer;
alter table import_merged add column was_date :text;
alter table import_merged add column was_day :text;
alter table import_merged add column was_timed :integer;
alter table import_merged add column amount :integer;
alter table import_merged add column date :text;
alter table import_merged add column day :text;
alter table import_merged add column timed :integer;
