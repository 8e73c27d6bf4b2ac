-- What people did in the proof `year`, and what the invariants read. A fact is never changed; the last one counts.
create schema proof;

create table proof.facts (id bigint generated always as identity primary key, at timestamptz not null,
  kind text not null, salon text not null, phone text not null, subject text not null, value jsonb not null);
create index on proof.facts (kind, phone, salon, subject, at);
create index on proof.facts (kind, salon, at);

-- Waves when a round ended: whether one was still asking for a list, and when it had its outcome.
create table proof.waves (id uuid primary key, salon uuid not null, asked_for date not null, list_id uuid,
  campaign_id uuid, state text not null, texts int not null, asking_at timestamptz, at timestamptz);

-- The assignments of each campaign when it was new.
create table proof.assigned (campaign_id uuid primary key, words text not null);

create view proof.assignments as
  select campaign_id, md5(string_agg(client_id || assigned || coalesce(beside::text, '') || due_at, ' ' order by client_id)) as words
  from assignments group by campaign_id;

-- What broke an invariant of each round, one time each.
create table proof.broken (name text not null, what text not null, at timestamptz not null, primary key (name, what));

-- Time zones and legal hours of the numbers, and for how many months a visit is a basis there.
create table proof.places (prefix text primary key, zone text not null, opens int not null, closes int not null,
  months int not null);
insert into proof.places values ('+44', 'Europe/London', 8, 21, 24), ('+353', 'Europe/Dublin', 8, 21, 12),
  ('+1212', 'America/New_York', 8, 21, 0), ('+1206', 'America/Los_Angeles', 8, 20, 0),
  ('+1203', 'America/New_York', 9, 20, 0), ('+1401', 'America/New_York', 9, 18, 0),
  ('+1808', 'Pacific/Honolulu', 8, 21, 0);

-- Numbers whose texts to an address have no answer or decision.
create view proof.waiting as
  select distinct f.phone, f.subject from proof.facts f where f.kind = 'wrote' and not exists (
    select 1 from proof.facts d where d.kind = 'decided' and d.phone = f.phone and d.subject = f.subject and d.id > f.id);

create function proof.last(k text, s text, sub text, t timestamptz) returns jsonb language sql stable as $$
  select value from proof.facts where kind = k and salon = s and phone = '' and subject = sub and at <= t
  order by id desc limit 1 $$;

create function proof.is_office(there timestamp) returns boolean language sql immutable as $$
  select extract(isodow from there) < 6 and extract(hour from there) between 9 and 16 $$;

-- The latest ask day up to this one.
create function proof.ask_day(today date, ask_day int) returns date language sql immutable as $$
  select max(day)::date from generate_series(today - 31, today, '1 day') day where extract(day from day) = ask_day $$;

create function proof.may_run(s uuid, t timestamptz) returns boolean language sql stable as $$
  select coalesce(p->>'state' = 'running' and (t at time zone z.time_zone)::date < (p->>'until')::date, false)
    and not coalesce((proof.last('salon', s::text, '', t)->>'paused')::boolean, false)
  from salons z, proof.last('programme', s::text, '', t) p where z.id = s $$;

-- Whether appointments keep a list of this day fresh: they began before it was too old, without a pause of 14 days.
create function proof.is_fed(s uuid, as_of date, t timestamptz) returns boolean language sql stable as $$
  select exists (
    select 1 from proof.facts h where h.kind = 'heard' and h.salon = s::text and h.at <= t and h.at::date <= as_of + 14
      and not exists (
        select 1 from proof.facts g where g.kind = 'heard' and g.salon = s::text and g.at between h.at and t
          and t - g.at >= '14 days' and not exists (
            select 1 from proof.facts n where n.kind = 'heard' and n.salon = s::text and n.at > g.at
              and n.at < g.at + '14 days'::interval))) $$;

-- The newest list of a salon.
create function proof.newest_list(s uuid, t timestamptz) returns table (id uuid, as_of date) language sql stable as $$
  select l.id, l.as_of from client_lists l where l.salon_id = s and l.state = 'committed' and l.declared_at <= t
  order by l.as_of desc, l.declared_at desc limit 1 $$;

-- The list that a wave may use: fresh, and not used by a wave before.
create function proof.fresh_list(s uuid, t timestamptz) returns uuid language sql stable as $$
  select l.id from salons z, proof.newest_list(s, t) l where z.id = s
    and (t at time zone z.time_zone)::date - l.as_of < 14
    and not exists (select 1 from proof.waves w where w.list_id = l.id and w.at < t) $$;

create function proof.is_fresh(s uuid, t timestamptz) returns boolean language sql stable as $$
  select proof.fresh_list(s, t) is not null
    or exists (select 1 from proof.newest_list(s, t) l where proof.is_fed(s, l.as_of, t)) $$;

-- Requests for a list that left, by text and by e-mail.
create view proof.asks as
  select s.id as salon, a.at, a.at at time zone s.time_zone as there, a.body like '%share a fresh client list%' as by_programme
  from salons s join (
    select handset as reached, shown as body, created_at as at from simulator.texts where direction = 'out' and listed
    union all select e.to_address, coalesce(e.content::text, regexp_replace(k.body, '\s+', ' ', 'g')), e.created_at
      from mails e left join simulator.mails k on k.id = e.id where e.kind = 'owner_link' and e.state <> 'canceled'
  ) a on a.reached in (s.owner_phone, s.owner_email)
  where a.body like '%share a fresh client list%' or a.body like '%share your client list%';

-- Texts as the network has them. A killed process may have stored no sid.
create view proof.sent as
  select t.id, t.created_at as at, t.handset as phone, t.sender, t.shown as body, m.id as message_id, m.campaign_id,
    m.client_id, coalesce(m.kind, 'unknown') as kind, s.id as salon_id, s.id::text as salon, s.country, s.time_zone,
    t.created_at at time zone s.time_zone as there, (t.created_at at time zone s.time_zone)::date as day,
    substring(t.shown from 'offer (\d+)') as offer,
    exists (select 1 from waves w where w.campaign_id = m.campaign_id) as is_wave,
    (select word from regexp_matches(t.shown, '/b/([a-z0-9]+)') as found (words), unnest(found.words) as word
      where exists (select 1 from invitations i where i.campaign_id = m.campaign_id and i.client_id = m.client_id
        and i.token_hash = sha256(convert_to(word, 'UTF8')))) as token
  from simulator.texts t left join senders d on d.address = t.sender left join salons s on s.id = d.salon_id
  left join lateral (select * from messages where sid = t.sid or sid is null and phone = t.handset and body = t.shown
    and status in ('sending', 'unknown') order by sid nulls last limit 1) m on true
  where t.direction = 'out' and t.listed;

-- What a client owes, the least that it was, and what was paid.
create view proof.owed as
  select e.salon_id, e.phone, sum(e.amount) as owed, min(e.so_far) as least, (p.value->>'amount')::int as amount,
    (p.value->>'hadBooking')::boolean as had_booking
  from (select c.phone, l.salon_id, l.amount, sum(l.amount) over (partition by l.client_id order by l.seq) as so_far
    from ledger_entries l join clients c on c.id = l.client_id) e
  left join lateral (select value from proof.facts f where f.kind = 'paid' and f.salon = e.salon_id::text and f.phone = e.phone
    order by id desc limit 1) p on true
  group by e.salon_id, e.phone, p.value;

-- Entries on statements, with the statement that they correct and the rate of VAT in percent.
create view proof.lines as
  select e.statement_id, e.kind, e.amount, s.number as corrects, (r.value->>'percent')::int as percent,
    (coalesce(r.value, o.value)->>'percent')::numeric as rate
  from ledger_entries e join statements t on t.id = e.statement_id
  left join ledger_entries f on f.client_id = e.client_id and f.kind = 'fee' and f.id <> e.id
  left join statements s on s.id = f.statement_id and s.id <> t.id
  left join proof.facts r on r.kind = 'issued' and r.salon = t.salon_id::text and r.subject = s.number::text
  left join proof.facts o on o.kind = 'issued' and o.salon = t.salon_id::text and o.subject = t.number::text;
