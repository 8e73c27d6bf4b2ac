-- Pausing or resuming a campaign and assigning a conversation can be undone too.
alter table undo_rows drop constraint undo_rows_kind_check;
alter table undo_rows add constraint undo_rows_kind_check
  check (kind in ('prospect', 'text', 'decision', 'conversation', 'assignment', 'campaign'));
