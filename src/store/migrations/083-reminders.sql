-- When a person is told what is coming, and what has been said: nothing is said twice.
create table notice_settings (
  user_id :integer primary key,
  -- the hour of the day
  hour :integer not null,
  show_amounts :integer not null,
  -- 1: one notice a day with all lines; 0: a notice for each line
  digest :integer not null,
  -- when it is looked at next
  next_at :text not null
) :strict;
create index notice_settings_by_next on notice_settings (next_at);

create table notice_lines (
  user_id :integer not null,
  -- what it is about: an occurrence, a budget of a month, an account on a day
  key :text not null,
  -- what is to be said, of what cannot be seen in the book any more: JSON
  about :text,
  made_at :text not null,
  said_at :text,
  primary key (user_id, key)
) :clustered;
create index notice_lines_by_time on notice_lines (made_at);
