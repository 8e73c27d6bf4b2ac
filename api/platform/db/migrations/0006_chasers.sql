-- Automatic reminders to the owner of a salon; off per salon.
alter table salons add column chasers boolean not null default true;

-- Reminders of what the owner has not answered, each with a new link.
create table chasers (
  link_hash bytea primary key,
  salon_id uuid not null references salons,
  kind text not null check (kind in ('agree', 'list', 'offer', 'results')),
  sent_by text not null check (sent_by in ('text', 'email')),
  sent_at timestamptz not null
);
create index chasers_salon on chasers (salon_id, kind, sent_at desc);
create trigger chasers_notify after insert on chasers for each statement execute function notify_change('salon');
