-- A text that a person sends to their own number before a campaign starts. It counts nowhere.
alter table messages drop constraint messages_kind_check;
-- Not checked against the rows that are there: the old constraint allowed fewer kinds.
alter table messages add constraint messages_kind_check check (kind in ('inbound', 'reply', 'details', 'followup', 'alert',
  'first_text', 'second_text', 'notice', 'offer', 'reminder', 'confirmation', 'test')) not valid;

-- Where the test texts of a person go, in E.164, and when the last one was queued.
alter table admins add column test_number text;
alter table admins add column tested_at timestamptz;

-- An erasure may write a longer marker into a name; the contract checks what people enter.
alter table campaigns drop constraint campaigns_name_check;
