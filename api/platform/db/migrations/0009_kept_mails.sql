-- When a person sent an unknown or failed mail again: it is tried for three days from then on.
alter table mails add column sent_again_at timestamptz;

-- Mails of the simulated network, shown at /dev/phones.
create table simulator.mails (
  id uuid primary key,
  at timestamptz not null,
  to_address text not null,
  reply_to text,
  subject text not null,
  body text not null,
  html text not null
);
create index mails_newest on simulator.mails (at desc);
