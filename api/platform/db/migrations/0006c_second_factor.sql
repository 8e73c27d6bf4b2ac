-- The second factor of an admin: begun when a secret was made, in force from `enabled_at` on.
create table second_factors (
  admin_id uuid primary key references admins on delete cascade,
  -- Sealed under a key of the settings where there is one.
  secret bytea not null,
  begun_at timestamptz not null,
  enabled_at timestamptz,
  -- The time step of the last code that was taken: no code is taken twice.
  last_step bigint not null default 0,
  recovery_salt bytea
);

-- Each opens the account once. Argon2id of the code with the salt above.
create table recovery_codes (
  admin_id uuid not null references second_factors on delete cascade,
  code_hash bytea not null,
  primary key (admin_id, code_hash)
);
