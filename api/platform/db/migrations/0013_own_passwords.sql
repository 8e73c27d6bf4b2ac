-- A password that was printed or chosen by somebody else opens nothing but the change to one of the person's own.
alter table admins add column must_change_password boolean not null default false;

-- Where an admin is signed in, as that admin is shown it: what the browser said of itself and the address of the login.
alter table sessions
  add column id uuid not null default gen_random_uuid(),
  add column agent text,
  add column address text;
