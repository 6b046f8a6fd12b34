-- What one request changed goes back as one: its entries name the first of them, which names none.
-- Entries from before are an act each.
alter table history add column act_id :integer;
-- The fields that an update changed, as JSON: before and after.
alter table history add column changed_from :text;
alter table history add column changed_to :text;
create index history_by_act on history (user_id, act_id) where act_id is not null;
