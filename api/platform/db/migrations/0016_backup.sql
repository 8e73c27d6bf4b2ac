-- Snapshots on a schedule: one process at a time makes one, for a lease that it renews.
create table backup_schedule (
  one boolean primary key default true check (one),
  holder uuid,
  lease_until timestamptz not null default '-infinity',
  tried_at timestamptz,
  -- The last snapshot that was written and read back, and where it lies.
  made_at timestamptz,
  file text,
  bytes bigint,
  -- Why the last try came to nothing; null after one that did not.
  failure text
);
insert into backup_schedule default values;

-- The snapshot this database was restored from, if it was. Nothing is sent until a person resumes; before that the carrier
-- is asked for what it received and sent since the snapshot.
create table restored (
  one boolean primary key default true check (one),
  taken_at timestamptz not null,
  restored_at timestamptz not null,
  lease_until timestamptz not null default '-infinity',
  -- When the texts that came in since were fetched, and when those that went out were written down.
  received_at timestamptz,
  recorded_at timestamptz,
  -- Why the carrier could not be asked; null while it answers.
  trouble text,
  resumed_at timestamptz
);

-- Texts that may have left after the snapshot, and what the carrier says of each; null until it was asked.
create table restored_texts (
  message_id uuid primary key references messages on delete cascade,
  asked_at timestamptz,
  outcome text check (outcome in ('sent', 'absent'))
);
create index restored_texts_next on restored_texts (asked_at nulls first) where outcome is null;
