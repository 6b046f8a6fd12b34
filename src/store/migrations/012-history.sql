-- The versions before every change and delete: who, when, and the row as it was. Kept for 30 days.

create table history (
  id :id,
  user_id :integer not null,
  noun :text not null,
  noun_id :integer not null,
  change :text not null check (change in ('update', 'delete')),
  -- the row as JSON, by its column names
  version :text not null,
  who :text not null,
  at :text not null,
  -- the entry that this one belongs to: what an account's deletion took with it
  part_of :integer,
  restored_at :text
  , primary key (user_id, id) -- postgres
) :strict;
create index history_by_id on history (id); -- postgres
create index history_by_time on history (user_id, at, id);
create index history_by_noun on history (user_id, noun, noun_id, id);
create index history_by_part on history (user_id, part_of) where part_of is not null;
