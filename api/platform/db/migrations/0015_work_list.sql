-- The inbox lists each conversation of the agency that needs review once, and counts them so.
create index messages_waiting on messages (phone) where direction = 'inbound' and salon_id is null and not processed;
