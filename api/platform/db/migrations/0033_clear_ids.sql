-- Ids that have a number in clear; the service hashes them, because only it has the key.
create index appointments_clear_ids on appointments (id) where external_id ~ '^[+][0-9]{8,15} ';
