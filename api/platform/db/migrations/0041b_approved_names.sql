-- The approval covers the name and the booking address too: a later rename must not change what leaves.
alter table offers
  add column salon_name text,
  add column booking_url text,
  -- Clients on the list and those who may be texted, counted before the owner reads the offer.
  add column people integer,
  add column eligible integer,
  add column counted_at timestamptz;

-- Approved versions get the present names. One whose hash differs from its texts was redacted and stays so.
alter table offers disable trigger user;
update offers o set salon_name = s.name, booking_url = s.booking_url,
  text_sha256 = encode(sha256(convert_to(o.text, 'UTF8') || '\x00'::bytea || convert_to(coalesce(o.reminder_text, ''), 'UTF8')
    || '\x00'::bytea || convert_to(s.name, 'UTF8') || '\x00'::bytea || convert_to(coalesce(s.booking_url, ''), 'UTF8')), 'hex')
from salons s
where s.id = o.salon_id and o.state = 'approved' and o.text_sha256 = encode(sha256(convert_to(o.text, 'UTF8')
  || '\x00'::bytea || convert_to(coalesce(o.reminder_text, ''), 'UTF8')), 'hex');
alter table offers enable trigger user;
