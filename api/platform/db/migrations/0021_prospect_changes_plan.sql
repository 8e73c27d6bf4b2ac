-- Planned anew each time: a plan kept from a change of one row would compare each of 100 000 rows with each.
create or replace function record_changed_prospects() returns trigger language plpgsql as $$
begin
  execute $q$
    insert into prospect_changes (whole, ids)
    select whole, array_agg(id) from (
      select n.id, n.contact_status is distinct from o.contact_status as status,
        (n.name, n.category, n.country, n.phone, n.phone_type, n.address, n.rating, n.review_count, n.team_size)
        is distinct from
        (o.name, o.category, o.country, o.phone, o.phone_type, o.address, o.rating, o.review_count, o.team_size) as whole
      from changed n join was o on o.id = n.id
    ) c where status or whole group by whole
  $q$;
  return null;
end $$;
