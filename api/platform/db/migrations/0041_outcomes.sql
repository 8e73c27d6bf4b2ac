-- What clients said, read for each client of a list.
create index messages_outcome on messages (phone, salon_id) where outcome is not null;
