-- The colleague who looks after a conversation, until it is assigned to another one or the account is locked.
alter table conversation_desk
  add column assigned_to uuid references admins,
  add column assigned_by uuid references admins,
  add column assigned_at timestamptz,
  -- When the colleague opened it.
  add column assigned_seen_at timestamptz;
create index conversation_desk_assigned on conversation_desk (assigned_to) where assigned_to is not null;

-- Colleagues named in a note.
create table note_mentions (
  note_id uuid not null references conversation_notes on delete cascade,
  admin_id uuid not null references admins,
  -- When the colleague opened the conversation.
  seen_at timestamptz,
  primary key (note_id, admin_id)
);
create index note_mentions_admin on note_mentions (admin_id);
create trigger note_mentions_notify after update on note_mentions for each row execute function notify_desk();

create function end_assignments() returns trigger language plpgsql as $$
begin
  update conversation_desk set assigned_to = null, assigned_by = null, assigned_at = null, assigned_seen_at = null
  where assigned_to = new.id;
  return null;
end $$;
create trigger admins_end_assignments after update of disabled_at on admins
  for each row when (new.disabled_at is not null) execute function end_assignments();
