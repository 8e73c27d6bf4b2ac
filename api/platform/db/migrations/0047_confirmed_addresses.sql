-- Notices go to an address of staff after the link that was mailed to it was used. Addresses of before get a link, too.
alter table admins add column email_confirmed_at timestamptz;
create table address_confirmations (
  token_hash bytea primary key,
  admin_id uuid not null references admins on delete cascade,
  address text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index address_confirmations_admin on address_confirmations (admin_id, created_at);
create index address_confirmations_address on address_confirmations (lower(address), created_at);
create index address_confirmations_expires on address_confirmations (expires_at);

-- An invitation is mailed with a token that differs from the one on the screen: only its use confirms the address.
alter table staff_links add column mailed_hash bytea unique;
alter table staff_links add column mailed_to text;
