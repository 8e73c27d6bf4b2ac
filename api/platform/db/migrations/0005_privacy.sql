-- Suppressions in clear are found by their number. Only those of erased people are hashes, made by the service under a
-- key that is a setting: nothing in this database, or in a dump of it, turns them back into numbers.
alter table suppressions drop constraint suppressions_pkey;
alter table suppressions alter column phone_hash drop not null;
update suppressions set phone_hash = null where phone is not null;
alter table suppressions
  add constraint suppressions_phone unique (phone),
  add constraint suppressions_one check (num_nonnulls(phone, phone_hash) = 1);
create unique index suppressions_phone_hash on suppressions (phone_hash) where phone_hash is not null;

create or replace function suppressed(phone text) returns boolean language sql stable as
  $$ select exists (select 1 from suppressions s where s.phone = $1) $$;
drop function phone_key(text);
drop function phone_key(text, bytea);

-- Which key the hashes are under: the hash of a word that is no number. Null until somebody is erased.
create table phone_hash_key (
  one boolean primary key default true check (one),
  mark bytea
);
insert into phone_hash_key values (true, null);

-- The driver hands lists of bytes on as lists of hex.
create function unhex(hex text[]) returns bytea[] language sql immutable parallel safe as
  $$ select array(select decode(h, 'hex') from unnest(hex) h) $$;

-- Whether a number's owner was erased: its hashes and the marks under every key the caller has. Null when the hashes
-- kept are under a key the caller has not, so that nobody knows.
create function erased(hashes bytea[], marks bytea[]) returns boolean language sql stable as $$
  select case
    when exists (select 1 from suppressions where phone_hash = any(hashes)) then true
    when exists (select 1 from phone_hash_key where mark <> all(marks)) then null
    else false
  end
$$;

-- The first start after this takes the old key out of the database; where it protects nobody it goes at once.
delete from secrets where name = 'phone_key' and not exists (select 1 from suppressions where phone_hash is not null);

-- Texts of erased people that the carrier has yet to forget: its own ids, and nothing that tells whose they were.
create table pending_forgets (
  sid text primary key,
  since timestamptz not null,
  tries integer not null default 0,
  tried_at timestamptz
);
