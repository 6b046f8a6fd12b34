-- The categories of a book are told from one to the next, without the totals of all days between them.
create index day_totals_by_category on day_totals (user_id, type, category);
