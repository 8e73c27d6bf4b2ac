-- Why a client gets no text of this campaign, or null: a text of the client said no to its offer. Outcomes that staff chose are
-- judged with the other facts of the client, because a later booking or consent lifts them.
create or replace function offer_block(phone text, campaign_id uuid) returns text language sql stable as $$
  select case
    when exists (select 1 from campaigns c join messages m on m.salon_id = c.salon_id
      where c.id = $2 and m.phone = $1 and m.direction = 'inbound' and m.intent = 'negative' and m.outcome is null
        and m.created_at >= (
          select min(o.created_at) from campaigns o where o.salon_id = c.salon_id and o.offer_id = c.offer_id)) then 'Said no'
  end
$$;
