-- Failed logins count against the hash of a name, a name at an address, or a known browser: nothing that somebody
-- typed is kept. One row each; `failures` are the times that still count, `at` is the last of them.
truncate login_failures;
alter table login_failures
  drop column username,
  drop column address,
  add column key bytea primary key,
  add column failures timestamptz[] not null;

-- Browsers that an admin has logged in from, by the hash of the token they keep. It opens nothing; it only gives
-- guesses from there an allowance of their own.
create table known_devices (
  token_hash bytea primary key,
  admin_id uuid not null references admins on delete cascade,
  used_at timestamptz not null
);
create index known_devices_admin on known_devices (admin_id, used_at);
