-- Due dates, parties, VAT and balances on statements; payments; reminders to pay; what each text cost.

-- What a salon is called on paper, and how many days it has to pay. Its account number begins the reference of a payment.
alter table salons
  add column account_number integer generated always as identity (start with 101),
  add column payment_days integer not null default 14 check (payment_days between 0 and 90),
  add column legal_name text,
  add column postal_address text,
  add column company_number text,
  add column vat_number text;

-- Payments of salons. They are added and never changed or deleted: one that was wrong is taken back by another one.
create table payments (
  id uuid primary key default gen_random_uuid(),
  seq bigint generated always as identity,
  salon_id uuid not null references salons,
  received_on date not null,
  -- Minor units of the salon's currency; negative if money was paid back or a payment is taken back.
  amount bigint not null check (amount <> 0),
  note text not null,
  takes_back uuid unique references payments,
  created_by text not null,
  created_at timestamptz not null
);
create index payments_salon on payments (salon_id, seq);
create index payments_day on payments (received_on);
create trigger payments_notify after insert on payments for each statement execute function notify_change('salon');

-- Its words may change: an erasure removes numbers from them.
create function keep_payment() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and to_jsonb(old) - 'note' - 'created_by' = to_jsonb(new) - 'note' - 'created_by' then
    return new;
  end if;
  raise exception 'payments cannot change' using errcode = 'integrity_constraint_violation';
end $$;
create trigger payments_keep before update or delete on payments for each row execute function keep_payment();
create trigger payments_refuse_truncate before truncate on payments
  for each statement execute function refuse_truncate();

-- A statement that was marked as settled was paid in full on that day.
insert into payments (salon_id, received_on, amount, note, created_by, created_at)
  select t.salon_id, (t.settled_at at time zone s.time_zone)::date, t.total, 'Statement ' || t.number || ' was settled',
    t.issued_by, t.settled_at
  from statements t join salons s on s.id = t.salon_id
  where t.state = 'settled' and t.total <> 0 order by t.settled_at, t.number;

-- Whether a statement is paid follows from the payments, so that a statement never changes at all.
create or replace function keep_statement() returns trigger language plpgsql as $$
begin
  raise exception 'statements cannot change' using errcode = 'integrity_constraint_violation';
end $$;
alter table statements
  drop column state,
  drop column settled_at,
  -- Null: issued before there were due dates.
  add column due_on date,
  add column period_from date,
  add column period_to date,
  -- Part of the total, in minor units, and its rate in hundredths of a percent.
  add column vat bigint not null default 0,
  add column vat_bps integer not null default 0,
  -- Owed from before when it was issued; negative: credit.
  add column brought_forward bigint not null default 0;

-- At most two reminders to pay a statement.
create table statement_reminders (
  statement_id uuid not null references statements,
  nth smallint not null default 1 check (nth between 1 and 2),
  sent_at timestamptz not null,
  primary key (statement_id, nth)
);

-- What the carrier charges for a text, in millionths of the unit; null: not known yet.
alter table messages
  add column price bigint,
  add column price_unit text;
