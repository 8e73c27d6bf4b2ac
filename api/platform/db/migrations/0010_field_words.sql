-- The field's words: an outreach is a campaign, settling is reconciling, a text's cause is its dedupe key.
alter table outreaches rename to campaigns;
alter index outreaches_pkey rename to campaigns_pkey;
alter index outreaches_newest rename to campaigns_newest;
alter table campaigns rename constraint outreaches_state_check to campaigns_state_check;
alter table campaigns rename constraint outreaches_created_by_fkey to campaigns_created_by_fkey;
alter table outreach_left_out rename to campaign_left_out;
alter table campaign_left_out rename column outreach_id to campaign_id;
alter index outreach_left_out_pkey rename to campaign_left_out_pkey;
alter table campaign_left_out rename constraint outreach_left_out_outreach_id_fkey to campaign_left_out_campaign_id_fkey;
alter table messages rename column outreach_id to campaign_id;
alter table messages rename constraint messages_outreach_id_fkey to messages_campaign_id_fkey;
alter index messages_outreach rename to messages_campaign;
alter table messages rename column cause to dedupe_key;
alter index messages_cause_key rename to messages_dedupe_key;
alter table messages rename column settle_count to reconcile_count;
alter table messages rename column settle_at to reconcile_at;

create or replace function notify_message() returns trigger language plpgsql as $$
begin
  if new.kind <> 'first_text' or (tg_op = 'UPDATE' and new.status not in ('queued', 'sending', 'canceled')) then
    perform notify_event('message', new.id::text, new.phone, new.direction = 'inbound' and tg_op = 'INSERT');
  end if;
  if new.campaign_id is not null then
    perform notify_event('campaign', new.campaign_id::text, null, null);
  end if;
  if new.status = 'queued' and (tg_op = 'INSERT' or old.status <> 'queued') then
    perform pg_notify('outbox', '');
  end if;
  return null;
end $$;

drop trigger outreaches_notify on campaigns;
drop function notify_outreach();
create function notify_campaign() returns trigger language plpgsql as $$
begin
  perform notify_event('campaign', new.id::text, null, null);
  if new.state = 'running' then perform pg_notify('outbox', ''); end if;
  return null;
end $$;
create trigger campaigns_notify after insert or update on campaigns for each row execute function notify_campaign();

-- Keys name the call they were used for; a client that tries again after the upgrade gets its first answer.
update idempotency_keys set call = 'campaign.start' where call = 'outreach.start';
update audit_log set action = replace(action, 'outreach.', 'campaign.') where action like 'outreach.%';
