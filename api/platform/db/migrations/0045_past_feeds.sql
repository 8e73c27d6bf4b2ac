-- Periods of a feed before its last pause: they still say who came back after a text.
create table past_feeds (
  salon_id uuid not null references salons,
  since timestamptz not null,
  heard_at timestamptz not null,
  primary key (salon_id, since)
);

create function keep_past_feed() returns trigger language plpgsql as $$
begin
  insert into past_feeds (salon_id, since, heard_at) values (old.salon_id, old.since, old.heard_at) on conflict do nothing;
  return new;
end $$;
create trigger feeds_keep_past before update on feeds for each row when (old.since is distinct from new.since)
  execute function keep_past_feed();
