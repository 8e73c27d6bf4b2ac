-- Automatic texts to a number wait while one of its texts may be an opt-out and nobody has decided.
create function pending_review(phone text) returns boolean language sql stable as $$
  select exists (select 1 from messages m where m.phone = $1
    and m.direction = 'inbound' and m.intent = 'maybe_opt_out' and m.decided_at is null)
$$;
drop function undecided(text);

-- Received texts may be missing: a gap is open, or a process that takes webhooks has stopped its heartbeat.
create function is_catching_up(moment timestamptz) returns boolean language sql stable as $$
  select exists (select 1 from catch_up where behind_since is not null)
    or exists (select 1 from listeners where heard_at <= moment - interval '15 seconds')
$$;
drop function behind(timestamptz);
