-- Texts that strangers can cause have a budget, shared by all processes. A slot is one text within the last hour or
-- day ('alert': the share that alerts have of the hour); free again when its time is over. Whoever queues a text takes
-- a free slot that nobody else is taking, so nobody waits for anybody. There are as many as the settings may allow.
create table public_text_slots (
  span text not null check (span in ('hour', 'day', 'alert')),
  slot integer not null,
  taken_at timestamptz not null default 'epoch',
  -- Kept with the day's slot: which text, to which country, asked for from which address.
  message_id uuid,
  country text,
  address text,
  primary key (span, slot)
) with (fillfactor = 50);
insert into public_text_slots (span, slot) select 'hour', generate_series(1, 1000);
insert into public_text_slots (span, slot) select 'day', generate_series(1, 10000);
insert into public_text_slots (span, slot) select 'alert', generate_series(1, 200);

-- Whether an unusual run has stopped these texts, and from when on runs count again after a person lifted it.
create table public_text_stop (
  one boolean primary key default true check (one),
  stopped_at timestamptz,
  kind text,
  place text,
  texts integer,
  lifted_at timestamptz not null default 'epoch',
  stops integer not null default 0
);
insert into public_text_stop default values;

-- Why a lead has had no details text. Null: it had one, or is older than this column.
alter table leads add column held text
  check (held in ('budget', 'address', 'unusual', 'country', 'range', 'number', 'opted_out'));
create index leads_held on leads (held) where held is not null;

create trigger leads_notify_held after update of held on leads for each statement execute function notify_change('lead');
create trigger public_text_stop_notify after update on public_text_stop for each statement
  execute function notify_change('lead');
