-- Ways to reach a person, and what waits to be sent by them. What a channel's kind needs is sealed: a copy of the
-- database alone reaches nobody.
create table channels (
  id :id,
  user_id :integer not null references users (id),
  kind :text not null
    check (kind in ('webpush', 'bark', 'serverchan', 'pushplus', 'ntfy', 'webhook', 'email')),
  name :text not null,
  -- where it leads, as lists show it: a host or an address
  target :text not null,
  sealed :text not null,
  state :text not null check (state in ('active', 'off', 'gone')),
  -- how often it has failed since it last worked, and how the last time: JSON
  failures :integer not null,
  failed_at :text,
  fault :text,
  created_at :text not null,
  updated_at :text not null
  , primary key (user_id, id) -- postgres
  , unique (user_id, id) -- sqlite
) :strict;
create index channels_by_id on channels (id); -- postgres

create table notices (
  id :id,
  user_id :integer not null references users (id),
  channel_id :integer not null,
  -- what it is about: each is made once, whoever makes it
  key :text not null,
  kind :text not null check (kind in ('digest', 'line', 'test')),
  -- what it says: JSON
  about :text not null,
  state :text not null check (state in ('waiting', 'sent', 'failed')),
  attempts :integer not null,
  -- when it may be sent; while it is being sent, until when it is the sender's alone
  next_at :text not null,
  fault :text,
  created_at :text not null,
  sent_at :text
  , primary key (user_id, id) -- postgres
  , unique (user_id, id) -- sqlite
) :strict;
create unique index notices_by_key on notices (user_id, key);
create index notices_by_channel on notices (user_id, channel_id);
create index notices_by_next on notices (next_at) where state = 'waiting';
create index notices_by_time on notices (created_at);
