-- A campaign may send two offers of its salon: one half of the clients gets the one, the other half the other.
alter table campaigns
  -- The second of them; null: the campaign has one.
  add column other_offer_id uuid references offers check (other_offer_id <> offer_id);

-- The offer whose words the text says; null in texts of earlier versions and of the agency.
alter table messages add column offer_id uuid references offers;

-- As before, and a no to one of the two offers holds for both.
create or replace function offer_block(phone text, campaign_id uuid) returns text language sql stable as $$
  select case
    when exists (select 1 from campaigns c join messages m on m.salon_id = c.salon_id
      where c.id = $2 and m.phone = $1 and m.direction = 'inbound' and m.intent = 'negative' and m.outcome is null
        and m.created_at >= (
          select min(o.created_at) from campaigns o where o.salon_id = c.salon_id
            and (o.offer_id in (c.offer_id, c.other_offer_id) or o.other_offer_id in (c.offer_id, c.other_offer_id)))) then 'Said no'
  end
$$;
