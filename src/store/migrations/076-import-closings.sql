-- What the bill of a preview says that its accounts held when a day ended: points that a commit makes where
-- the person says so.
create table import_closings (
  user_id :integer not null,
  import_id :integer not null,
  number :integer not null,
  place :integer not null,
  day :text not null,
  balance :integer not null,
  -- 1: a commit makes the point
  wanted :integer not null default 0,
  primary key (user_id, import_id, number),
  foreign key (user_id, import_id) references imports (user_id, id)
) :clustered;

-- What was stated of the day before an import stated otherwise, and by which import that was: undoing it
-- puts that back.
alter table checkpoints add column was_stated :integer;
alter table checkpoints add column was_import_id :integer;
create index checkpoints_by_import on checkpoints (user_id, import_id) where import_id is not null;
