-- The prospect's status staff chose with a reply, and the one it had then. It is set when the carrier is known to have
-- the text, which may be minutes after the person was told that nobody can say.
alter table messages
  add column sets_status text check (sets_status in ('Selected', 'Contacted', 'Responded', 'Submitted')),
  add column status_before text;
