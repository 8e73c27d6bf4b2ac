-- Who paused a campaign; null where it paused itself. The words beside it are for people to read, not for code.
alter table campaigns add column paused_by text;
update campaigns set paused_by = substr(paused_reason, length('Paused by ') + 1) where paused_reason like 'Paused by %';
-- Keys are kept under the name their call has in the contract, so that a repetition of an older call is still known.
update idempotency_keys set call = 'campaigns.start' where call = 'campaign.start';
