-- What staff decided about files with appointments: words of the state that are in no list, as `{key: {word, meaning}}`, and
-- whether `120` is 120.00 or 1.20. A later file of the salon does not ask again.
create table appointment_choices (
  salon_id uuid primary key references salons,
  states jsonb not null default '{}',
  unit text check (unit in ('major', 'minor')),
  decided_by text not null,
  decided_at timestamptz not null
);
