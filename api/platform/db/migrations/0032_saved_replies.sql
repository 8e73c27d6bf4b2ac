-- Texts that staff insert into replies: of Sales, of all salons, or of one salon.
create table saved_replies (
  id uuid primary key default gen_random_uuid(),
  salon_id uuid references salons,
  -- For all salons; `salon_id` is null.
  for_salons boolean not null default false,
  name text not null,
  text text not null,
  uses integer not null default 0,
  created_by text not null,
  created_at timestamptz not null,
  check (salon_id is null or not for_salons)
);
create index saved_replies_salon on saved_replies (salon_id);
create trigger saved_replies_notify after insert or update or delete on saved_replies
  for each statement execute function notify_change('savedReply');
