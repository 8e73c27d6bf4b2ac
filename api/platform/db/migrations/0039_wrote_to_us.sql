-- In the order in which the service locks them, so that a running service cannot deadlock with this migration.
lock table messages, campaigns in access exclusive mode;

-- False for received texts that are no message to us: START, JOIN, reactions.
alter table messages add column needs_answer boolean not null default true;
update messages set needs_answer = false where direction = 'inbound' and not processed and intent = 'opt_in';

-- Numbers with a text to any sender of ours that staff have neither answered nor decided. Uses messages_pending.
create view unanswered_numbers as
  select phone from messages
  where direction = 'inbound' and not processed and needs_answer and decided_at is null;

create function is_unanswered(phone text) returns boolean language sql stable as $$
  select exists (select 1 from unanswered_numbers u where u.phone = $1)
$$;

-- Numbers that said no to the agency.
create index messages_negative on messages (phone) where direction = 'inbound' and intent = 'negative';
create view refusing_numbers as
  select phone from messages where direction = 'inbound' and intent = 'negative' and salon_id is null;

-- Numbers that filled in the questionnaire, or whose link did.
create view questionnaire_numbers as
  select phone from waitlist_responses where phone is not null
  union all select linked_phone from waitlist_responses where linked_phone is not null;

-- Numbers of businesses that are salons here: of the owner, and of the prospect, lead or questionnaire that it came from.
create index salons_owner_phone on salons (owner_phone) where owner_phone is not null;
create view salon_numbers as
  select owner_phone as phone from salons where owner_phone is not null
  union all select p.phone from prospects p join salons s on s.source_id = p.id
  union all select l.mobile_number from leads l join salons s on s.source_id = l.id
  union all select w.phone from waitlist_responses w join salons s on s.source_id = w.id where w.phone is not null
  union all select w.linked_phone from waitlist_responses w join salons s on s.source_id = w.id
    where w.linked_phone is not null;

-- Why a prospect gets no first text, or null. The labels are those of shared/campaigns/contract.ts. A prospect counts with its
-- number of now and with that of the text. `any` of an array uses the indexes; a join would scan the questionnaires.
create function first_text_block(phone text, prospect_id uuid) returns text language sql stable as $$
  select case
    when exists (select 1 from salon_numbers n where n.phone = any(array[$1, (select p.phone from prospects p where p.id = $2)]))
      then 'Already one of our salons'
    when exists (select 1 from questionnaire_numbers n
        where n.phone = any(array[$1, (select p.phone from prospects p where p.id = $2)]))
      or exists (select 1 from prospects p where (p.phone = $1 or p.id = $2) and p.contact_status = 'Submitted')
      then 'Filled in the questionnaire'
    when exists (select 1 from prospects p where (p.phone = $1 or p.id = $2) and p.contact_status = 'Responded')
      then 'Already responded'
    when exists (select 1 from refusing_numbers n where n.phone = $1) then 'Said no'
  end
$$;

-- Why a client gets no text of this campaign, or null: the client refused its offer, as staff decided or as the text says.
create function offer_block(phone text, campaign_id uuid) returns text language sql stable as $$
  select case
    when exists (select 1 from campaigns c join messages m on m.salon_id = c.salon_id
      where c.id = $2 and m.phone = $1 and m.direction = 'inbound'
        and (m.outcome = 'wrong_person' or (
          (m.outcome = 'not_interested' or (m.intent = 'negative' and m.outcome is null))
          and m.created_at >= (
            select min(o.created_at) from campaigns o where o.salon_id = c.salon_id and o.offer_id = c.offer_id)))) then 'Said no'
  end
$$;

-- Why a text of a campaign is left out although its number has not opted out; null if it may leave, and for other kinds.
create function campaign_block(kind text, phone text, prospect_id uuid, campaign_id uuid)
returns text language sql stable as $$
  select case
    when kind not in ('first_text', 'second_text', 'offer', 'reminder') then null
    when is_unanswered(phone) then 'Wrote to us'
    when kind in ('offer', 'reminder') then offer_block(phone, campaign_id)
    else first_text_block(phone, prospect_id)
  end
$$;
