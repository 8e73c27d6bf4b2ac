-- Figures of first texts are counted from two indexes alone, without reading a text: at 1,000,000 texts the dash took 4 s.

-- Texts of the agency's campaigns that left, by number.
create index messages_campaign_sent on messages (phone, accepted_at) include (campaign_id, kind, status, segments)
  where campaign_id is not null and salon_id is null and accepted_at is not null;

-- Texts that the agency received, by number.
create index messages_agency_received on messages (phone, created_at) include (intent, is_opt_out)
  where direction = 'inbound' and salon_id is null;

-- Without it Postgres counts figures on one core.
alter function is_automatic_reply(text) parallel safe;
