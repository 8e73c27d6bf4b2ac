-- Programmes repeat an approved offer: each new list starts a wave, which is an ordinary campaign.

alter table owner_links drop constraint owner_links_purpose_check;
alter table owner_links add constraint owner_links_purpose_check
  check (purpose in ('agree', 'list', 'offer', 'results', 'home', 'handover', 'texts'));

-- The last day of an approval for each month; null: the approval is for this time. The hash of the approval covers it.
alter table offers add column repeat_until date;

create table programmes (
  salon_id uuid primary key references salons,
  offer_id uuid not null references offers,
  -- Off by staff, paused by the owner.
  state text not null check (state in ('off', 'running', 'paused')),
  per_day integer not null check (per_day between 1 and 1000),
  reminder_after_days integer check (reminder_after_days between 7 and 90),
  kept_aside integer not null check (kept_aside between 0 and 20),
  ask_day integer not null check (ask_day between 1 and 28),
  -- The day on which it was turned on last: earlier ask days do not count.
  running_from date not null,
  -- The waves are started for this person.
  set_by uuid not null references admins
);
create trigger programmes_notify after insert or update on programmes for each statement execute function notify_change('salon');

-- One month of a programme: we ask the owner for a list, and the list starts a wave.
create table waves (
  id uuid primary key default gen_random_uuid(),
  salon_id uuid not null references salons,
  -- The ask day.
  asked_for date not null,
  state text not null check (state in ('asking', 'started', 'skipped')),
  -- The list that it uses. A list starts one wave.
  list_id uuid unique references client_lists,
  campaign_id uuid unique references campaigns,
  -- Why there was no campaign.
  note text,
  created_at timestamptz not null,
  unique (salon_id, asked_for)
);
create trigger waves_notify after insert or update on waves for each statement execute function notify_change('salon');

-- The requests for a list are reminders of the programme.
alter table chasers add column wave_id uuid references waves;
create index chasers_wave on chasers (wave_id) where wave_id is not null;
