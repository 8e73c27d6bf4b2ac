-- An actor is a kind and an id beside the name that people read. Rules compare no names: an account may be called `owner`.
create domain actor_kind as text check (value in ('staff', 'owner', 'client', 'key', 'system'));

-- Ids: of the account, salon or key; of `system` the part of the service. Null in rows from before, where it was not stored.
alter table audit_log add column actor_kind actor_kind, add column actor_id text;
alter table visits
  add column created_kind actor_kind, add column created_id text,
  add column decided_kind actor_kind, add column decided_id text;
alter table disputes add column decided_kind actor_kind, add column decided_id text;
-- Who paused or canceled; null: the campaign paused itself.
alter table campaigns add column paused_kind actor_kind, add column paused_id text;

-- Of rows from before the name is all there is.
create function kind_of_name(name text) returns actor_kind language sql immutable as $$
  select case
    when name in ('owner', 'client') then name
    when name in ('programme', 'system', 'booking system', 'command line') then 'system'
    when name like 'API key “%”' then 'key'
    when name is not null then 'staff' end
$$;
create function id_of_name(name text, salon uuid) returns text language sql stable as $$
  select case kind_of_name(name)
    when 'owner' then salon::text
    when 'system' then name
    when 'staff' then (select id::text from admins where lower(username) = lower(name)) end
$$;
update audit_log set actor_kind = kind_of_name(actor), actor_id = id_of_name(actor, null);
alter table audit_log alter column actor_kind set not null;
update visits set created_kind = kind_of_name(created_by), created_id = id_of_name(created_by, salon_id),
  decided_kind = kind_of_name(decided_by), decided_id = id_of_name(decided_by, salon_id);
-- Visits that lists reported.
update visits set created_kind = 'system', created_id = 'list'
  where created_by = 'list' and evidence @> '[{"kind": "list"}]';
update disputes set decided_kind = kind_of_name(decided_by), decided_id = id_of_name(decided_by, null);
update campaigns c set paused_kind = kind_of_name(was.actor), paused_id = id_of_name(was.actor, c.salon_id)
  from (select id, coalesce(paused_by, substring(paused_reason from '^Canceled by (.*)$')) as actor from campaigns) was
  where was.id = c.id and was.actor is not null;
-- Visits as they were before an import that can still be taken back.
update appointment_import_visits i set before = before || jsonb_build_object(
    'decided_kind', kind_of_name(before->>'decided_by'), 'decided_id', id_of_name(before->>'decided_by', v.salon_id))
  from visits v where v.id = i.visit_id;
drop function id_of_name, kind_of_name;
