-- When the owner first opened the link of a message.
alter table owner_messages add column opened_at timestamptz;
