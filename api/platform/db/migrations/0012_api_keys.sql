-- Keys with which other systems call /api/v1. Only the hash is stored: a copy of the database opens nothing.
create table api_keys (
  id uuid primary key default gen_random_uuid(),
  name text not null,
  key_hash bytea not null unique,
  -- The last characters of the key, by which people recognise it.
  ending text not null,
  scopes text[] not null check (cardinality(scopes) > 0),
  -- Null: all salons.
  salon_id uuid references salons,
  created_by text not null,
  created_at timestamptz not null,
  last_used_at timestamptz,
  revoked_at timestamptz
);
create index api_keys_salon on api_keys (salon_id) where salon_id is not null;
