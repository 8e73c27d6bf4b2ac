-- Behind a pooler of transactions nobody can LISTEN: while screens there read changes every second, each is written down
-- as well. Without numbers: whoever reads them looks those up.
create table event_polling (
  one boolean primary key default true check (one),
  until timestamptz not null
);
insert into event_polling values (true, 'epoch');

-- Found by the transaction, not by time: a reader sees it when that has committed, however late.
create unlogged table polled_events (
  id uuid primary key default gen_random_uuid(),
  transaction bigint not null default pg_current_xact_id()::text::bigint,
  name text not null,
  subject uuid,
  inbound boolean,
  at timestamptz not null default clock_timestamp()
);
create unique index polled_events_once on polled_events (transaction, name, subject, inbound) nulls not distinct;

create or replace function notify_event(name text, id text, phone text, inbound boolean) returns void language plpgsql as $$
begin
  perform pg_notify('events', json_strip_nulls(json_build_object('name', name, 'id', id, 'phone', phone, 'inbound', inbound))::text);
  if exists (select 1 from event_polling where until > clock_timestamp()) then
    insert into polled_events (name, subject, inbound) values (notify_event.name, notify_event.id::uuid, notify_event.inbound)
    on conflict do nothing;
  end if;
end $$;
