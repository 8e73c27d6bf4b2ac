-- Who was texted in the last days, for the audience of a campaign: by the later of when a text was written and when the
-- carrier had it.
create index messages_outbound_latest on messages (greatest(created_at, accepted_at)) where direction = 'outbound';
