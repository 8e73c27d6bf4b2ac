-- Before anybody is erased there is no mark, and a process without keys knows as much as any other: with no marks to
-- compare, "all of them differ" was true of nothing, and nothing was sent.
create or replace function erased(hashes bytea[], marks bytea[]) returns boolean language sql stable as $$
  select case
    when exists (select 1 from suppressions where phone_hash = any(hashes)) then true
    when exists (select 1 from phone_hash_key where mark is not null and mark <> all(marks)) then null
    else false
  end
$$;
