-- Where notices to a person go, and which: without an address none.
alter table admins add column email text;
alter table admins add column mail_contact boolean not null default true;
alter table admins add column mail_summary boolean not null default false;
