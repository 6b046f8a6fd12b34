-- What a statement tells of a line besides its money: its account's balance after it, by which the line
-- is told again, and the place of the account that it stands on by itself, whatever was made of it.
alter table import_rows add column balance :integer;
alter table import_rows add column own_place :integer;

-- 1: the unnamed other side of a statement's transfers, which is never the statement's own account
alter table import_accounts add column other_side :integer not null default 0;

-- What a merged line added to the record or the transfer that it was taken for (import_keys says which),
-- so that the undo of its import takes that out again and no more.
create table import_merged (
  user_id :integer not null,
  import_id :integer not null,
  row_number :integer not null,
  -- its text, where the other did not have it
  added :text not null,
  -- the fee of a transfer that had none, and how much of its amount this was
  fee :integer not null,
  taken :integer not null,
  was_updated_at :text not null,
  primary key (user_id, import_id, row_number),
  foreign key (user_id, import_id) references imports (user_id, id)
) :clustered;
