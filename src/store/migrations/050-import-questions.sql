-- A row of a preview whose question is open is not booked until it is answered; one answer may hold for
-- all rows with the question, and for those of later files.

-- The code of the question under which a row stands, and what it is about, if anything: a status word, a name.
-- import_rows.decided is 0 while it is open, 1 once the row itself, 2 once its question was decided.
alter table import_rows add column asked :text;
alter table import_rows add column asked_value :text;

update import_rows set action = 'skip', asked = 'similar'
  where action = 'import' and decided = 0 and fate = 'similar' and suggestion is not null
    and suggestion not like '{"kind":"refund"%'
    and exists (select 1 from imports i where i.user_id = import_rows.user_id
      and i.id = import_rows.import_id and i.status = 'ready');
update import_rows set action = 'skip', fate = 'review',
    asked = substr(questions, 11, instr(substr(questions, 11), '"') - 1) -- sqlite
    asked = substr(questions, 11, strpos(substr(questions, 11), '"') - 1) -- postgres
  where action = 'import' and decided = 0 and questions like '[{"code":"%'
    and exists (select 1 from imports i where i.user_id = import_rows.user_id
      and i.id = import_rows.import_id and i.status = 'ready');

-- What was answered to a question about a word: it holds for the next file of the same provider.
create table import_answers (
  user_id :integer not null references users (id),
  provider :text not null,
  code :text not null,
  value :text not null,
  -- JSON: the action, and the kind, category or account where one was chosen
  answer :text not null,
  primary key (user_id, provider, code, value)
) :clustered;

-- Opening balances that an import booked, negative for a debt, so that undoing it takes them back.
create table import_openings (
  user_id :integer not null,
  import_id :integer not null,
  account_id :integer not null,
  row_number :integer not null,
  amount :integer not null,
  primary key (user_id, import_id, row_number),
  foreign key (user_id, import_id) references imports (user_id, id),
  foreign key (user_id, account_id) references accounts (user_id, id)
) :clustered;

-- The accounts on which a line was booked: an equal line of another account is another line.
alter table import_keys add column account_id :integer;
alter table import_keys add column to_account_id :integer;
update import_keys set
  account_id = (select r.account_id from import_rows r where r.user_id = import_keys.user_id
    and r.import_id = import_keys.import_id and r.number = import_keys.row_number),
  to_account_id = (select r.to_account_id from import_rows r where r.user_id = import_keys.user_id
    and r.import_id = import_keys.import_id and r.number = import_keys.row_number);

-- 1: in its keys a provider's number alone tells a line; before, the time and the amount were part of it
alter table imports add column keys_by_id :integer not null default 0;
