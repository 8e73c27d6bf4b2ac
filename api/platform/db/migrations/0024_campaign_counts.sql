-- A campaign's texts come by the hundred thousand. Whoever queues them appends one row for all that are due at the same
-- time, and names the campaign in `salonback.counted` until then: counted one by one, they take an eighth longer.
create or replace trigger messages_count_new after insert on messages for each row
  when (new.campaign_id is null or new.campaign_id::text is distinct from current_setting('salonback.counted', true))
  execute function count_new_text();
