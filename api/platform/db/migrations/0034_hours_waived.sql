-- When staff sent the queued texts of a campaign outside their hours, which only the simulated network allows. Texts queued
-- later keep their hours.
alter table campaigns add column hours_waived_at timestamptz;
-- The chosen start of a campaign, or the time of the first text of a salon's campaign.
comment on column campaigns.starts_at is 'When it starts; null: immediately';
