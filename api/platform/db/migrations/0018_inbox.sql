-- How many texts came in, and how many of them are opt-outs: kept like the other figures (0017_figures.sql), in tables of
-- their own, so that a process of the version before goes on folding its figures and leaves these alone.
create table inbox_totals (
  one boolean primary key default true check (one),
  received bigint not null,
  opt_outs bigint not null
);
create table inbox_changes (
  received integer not null,
  opt_outs integer not null
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);

create function count_received() returns trigger language plpgsql as $$
declare
  received integer := 0;
  opt_outs integer := 0;
begin
  if tg_op <> 'INSERT' and old.direction = 'inbound' then
    received := -1;
    opt_outs := -old.is_opt_out::integer;
  end if;
  if tg_op <> 'DELETE' and new.direction = 'inbound' then
    received := received + 1;
    opt_outs := opt_outs + new.is_opt_out::integer;
  end if;
  if received <> 0 or opt_outs <> 0 then
    insert into inbox_changes values (received, opt_outs);
  end if;
  return null;
end $$;

create function recount_inbox() returns void language plpgsql as $$
begin
  lock table messages, inbox_totals, inbox_changes in share row exclusive mode;
  delete from inbox_totals;
  delete from inbox_changes;
  insert into inbox_totals (received, opt_outs)
  select count(*), count(*) filter (where is_opt_out) from messages where direction = 'inbound';
end $$;

-- Everything that is kept, counted anew: by hand, and where tables are emptied.
alter function recount_figures() rename to recount_funnel;
create function recount_figures() returns void language plpgsql as $$
begin
  perform recount_funnel();
  perform recount_inbox();
end $$;

select recount_inbox();

create trigger messages_received_new after insert on messages
  for each row when (new.direction = 'inbound') execute function count_received();
create trigger messages_received_changed after update of direction, is_opt_out on messages
  for each row when (old.direction <> new.direction or old.is_opt_out <> new.is_opt_out) execute function count_received();
create trigger messages_received_deleted after delete on messages
  for each row when (old.direction = 'inbound') execute function count_received();

-- Pages of the inbox, newest first, of what waits for a person and of opt-outs; `messages_inbox` has those of all.
create index messages_inbox_review on messages (created_at desc, seq desc) where direction = 'inbound' and not processed;
create index messages_inbox_opt_outs on messages (created_at desc, seq desc) where direction = 'inbound' and is_opt_out;
