-- What a line told besides its money stays with its key: the balance of its account, the merchant's number
-- of its order, the category that it was booked under, and where it stands in the file. With that a committed import needs no more of its
-- preview than the rows that were not booked.
alter table import_keys add column balance :integer;
alter table import_keys add column link_id :text;
alter table import_keys add column category :text;
alter table import_keys add column bill :integer;
alter table import_keys add column source_line :integer;
update import_keys set
  balance = (select r.balance from import_rows r where r.user_id = import_keys.user_id
    and r.import_id = import_keys.import_id and r.number = import_keys.row_number),
  link_id = (select r.link_id from import_rows r where r.user_id = import_keys.user_id
    and r.import_id = import_keys.import_id and r.number = import_keys.row_number),
  category = (select r.category from import_rows r where r.user_id = import_keys.user_id
    and r.import_id = import_keys.import_id and r.number = import_keys.row_number),
  bill = (select r.bill from import_rows r where r.user_id = import_keys.user_id
    and r.import_id = import_keys.import_id and r.number = import_keys.row_number),
  source_line = (select r.source_line from import_rows r where r.user_id = import_keys.user_id
    and r.import_id = import_keys.import_id and r.number = import_keys.row_number);
delete from import_rows where action = 'import' and kind <> 'opening'
  and exists (select 1 from imports i where i.user_id = import_rows.user_id
    and i.id = import_rows.import_id
    and (i.status = 'undone' or (i.status = 'committed' and i.written is null)));
