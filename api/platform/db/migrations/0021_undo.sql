-- A change that staff can undo for some seconds. Its key is chosen by the caller, so that a lost answer loses no undo.
create table undos (
  key uuid primary key,
  admin_id uuid not null references admins on delete cascade,
  made_at timestamptz not null,
  undone_at timestamptz
);
create index undos_admin on undos (admin_id);
create index undos_age on undos (made_at);

-- What the change replaced: the value of each row before it, and the value that it set.
create table undo_rows (
  key uuid not null references undos on delete cascade,
  kind text not null check (kind in ('prospect', 'text', 'decision', 'conversation')),
  row_id uuid not null,
  before jsonb not null,
  after jsonb not null,
  primary key (key, kind, row_id)
);
