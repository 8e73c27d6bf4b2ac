-- An agent reads and answers; only an admin sends campaigns, imports and changes settings. Accounts that exist stay admins.
alter table admins add column role text not null default 'admin' check (role in ('admin', 'agent'));

-- Null until an invited person has chosen a password; until then no login is possible.
alter table admins alter column password_hash drop not null;

-- The one-time link to choose a password, one per account. Its token is stored as a hash only.
create table staff_links (
  admin_id uuid primary key references admins on delete cascade,
  token_hash bytea not null unique,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
