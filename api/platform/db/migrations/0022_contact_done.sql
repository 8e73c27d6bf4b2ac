-- Contact messages that staff have dealt with.
alter table contact_queries
  add column done_at timestamptz,
  -- Name of the account; an open message has none.
  add column done_by text,
  add constraint contact_queries_done check ((done_at is null) = (done_by is null));
create trigger contact_notify_done after update of done_at on contact_queries
  for each statement execute function notify_change('contact');
