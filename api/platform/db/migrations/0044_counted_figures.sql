-- Figures are counted when a screen asks for them. The tables that kept them, and what wrote to these, are gone.
drop function count_new_text, count_changed_text, count_deleted_text, count_new_prospects, count_deleted_prospects,
  count_changed_prospect, count_forms, count_opt_outs, count_left_out, count_received, recount_after_truncate cascade;
drop function recount_figures, recount_funnel, recount_inbox, lock_funnel, needs_review, funnel_step, due_if_untried;
drop table totals, total_changes, funnel, funnel_changes, campaign_totals, campaign_changes, inbox_totals, inbox_changes;

-- Changes are no longer polled.
create or replace function notify_event(name text, id text, phone text, inbound boolean) returns void language plpgsql as $$
begin
  perform pg_notify('events', json_strip_nulls(json_build_object('name', name, 'id', id, 'phone', phone, 'inbound', inbound))::text);
end $$;
drop table polled_events, event_polling;

-- The phones of each step of the funnel, without reading the texts.
drop index messages_first_accepted, messages_positive, messages_links;
create index messages_contacted on messages (phone)
  where kind = 'first_text' and salon_id is null and accepted_at is not null;
create index messages_positive on messages (phone)
  where direction = 'inbound' and salon_id is null and intent = 'positive';
create index messages_followup on messages (phone)
  where carries_link and salon_id is null and accepted_at is not null and kind in ('followup', 'reply');
-- The texts of a campaign by step and status, without reading them.
drop index messages_campaign, messages_second_texts;
create index messages_campaign on messages (campaign_id, kind, status) where campaign_id is not null;
