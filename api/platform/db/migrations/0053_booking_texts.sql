-- Texts to clients about their bookings, and the time that each states. They are no marketing.
create table booking_texts (
  message_id uuid primary key references messages on delete cascade,
  visit_id uuid not null references visits on delete cascade,
  what text not null check (what in ('booked', 'canceled', 'day_before')),
  -- Null: it states no time.
  visit_at timestamptz
);
create index booking_texts_visit on booking_texts (visit_id);

-- A text the day before each appointment that staff booked.
alter table salons add column booking_reminders boolean not null default false;

alter table messages drop constraint messages_kind_check;
-- Not checked against the rows that are there: the old constraints allowed fewer values.
alter table messages add constraint messages_kind_check check (kind in ('inbound', 'reply', 'details', 'followup', 'alert',
  'first_text', 'second_text', 'notice', 'offer', 'reminder', 'confirmation', 'booking', 'test')) not valid;
alter table messages drop constraint messages_outcome_check;
alter table messages add constraint messages_outcome_check check (
  outcome in ('booked', 'canceled', 'not_interested', 'wrong_person')) not valid;
