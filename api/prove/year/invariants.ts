/**
 * Statements that return no row while the service keeps its promises, by what must hold. A row is `what`: the case that broke
 * it. `offers` are the offers and reminders that left, with the facts about their client up to then.
 */
interface Invariant {
  holds: string
  /** Cases that it judges; fewer than `least` prove nothing. */
  cases: string
  least: number
  broken: string
}

/** Texts of salons, as `proof.offers`, which the end of the proof stores one time. */
export const storeOffers = `
  create table proof.visits as select *, coalesce(lead(at) over (partition by salon, phone, subject order by id), 'infinity') as until
    from proof.facts where kind = 'visit';
  create index on proof.visits (phone, salon);
  create table proof.texts as select * from proof.sent;
  create index on proof.texts (phone, at);
  create table proof.offers as
  select o.*, o.phone || ' on ' || o.at || ' from ' || o.sender as what, c.row, c.last_visit, c.knew, c.objected, c.first_name, c.list_as_of,
    exists (select 1 from proof.facts f where f.kind = 'consent' and f.salon = o.salon and f.phone = o.phone and f.at <= o.at) as consented
  from proof.texts o left join lateral (
    select (array_agg(r.value order by r.id desc))[1] as row, bool_or((r.value->>'knew')::boolean) as knew,
      bool_or((r.value->>'objects')::boolean) or exists (select 1 from proof.facts f
        where f.kind in ('objection', 'wrong_person') and f.salon = o.salon and f.phone = o.phone and f.at <= o.at) as objected,
      greatest(max(nullif(r.value->>'lastVisit', '')::date), (select max((v.value->>'visitOn')::date) from proof.visits v
        where v.salon = o.salon and v.phone = o.phone and v.at <= o.at and v.until > o.at and v.value->>'state' = 'attended')) as last_visit,
      (array_agg(nullif(r.value->>'firstName', '') order by r.id desc) filter (where r.value->>'firstName' <> ''))[1] as first_name,
      (array_agg(r.value->>'asOf' order by r.id desc))[1]::date as list_as_of
    from proof.facts r where r.kind = 'row' and r.salon = o.salon and r.phone = o.phone and r.at <= o.at
  ) c on true where o.kind in ('offer', 'reminder');
  create index on proof.offers (phone, at)`

const offers = 'select count(*) from proof.offers'
const waves = `select count(*) from proof.waves where state = 'started'`
const fees = `select count(*) from ledger_entries where kind = 'fee'`
const statements = 'select count(*) from statements'
const paidOf = (salon: string, until = "'infinity'") =>
  `(select coalesce(sum(amount), 0) from payments p where p.salon_id = ${salon} and p.created_at <= ${until})`
const issuedOf = (salon: string, until = "'infinity'") =>
  `(select coalesce(sum(total), 0) from statements i where i.salon_id = ${salon} and i.issued_at <= ${until})`

/** About offers `o` for which the condition is true. */
const noOffer = (holds: string, condition: string, least = 60): Invariant => ({
  holds: `no offer or reminder leaves ${holds}`,
  cases: offers,
  least,
  broken: `select what from proof.offers o where ${condition}`,
})

const fact = (kind: string, more: string) =>
  `exists (select 1 from proof.facts f where f.kind = '${kind}' and f.phone = o.phone and f.at <= o.at and ${more})`
const same = 'f.salon = o.salon'
/** The text wrote of a number to an address that has neither this answer. */
const without = (kind: string) =>
  `not exists (select 1 from proof.facts g where g.kind = '${kind}' and g.phone = f.phone and g.subject = f.subject and g.id > f.id and g.at <= o.at)`
const earlier = (more: string) =>
  `exists (select 1 from proof.offers e where e.phone = o.phone and e.id < o.id and ${more})`

/** Judged when all is over. */
export const atEnd: Invariant[] = [
  {
    holds: 'every text at the network is one that the service has stored',
    cases: 'select count(*) from proof.texts',
    least: 100,
    broken: `select phone || ' on ' || at as what from proof.texts where message_id is null`,
  },
  {
    holds: 'no text leaves to a number after a STOP, to any sender, without a START to the same',
    cases: 'select count(*) from proof.texts',
    least: 100,
    broken: `select o.kind || ' to ' || o.phone || ' on ' || o.at as what from proof.texts o where ${fact('stop', without('start'))}`,
  },
  {
    holds: 'no campaign text leaves to a number whose own text has no answer',
    cases: `select count(*) from proof.facts where kind = 'wrote'`,
    least: 8,
    broken: `select o.kind || ' to ' || o.phone || ' on ' || o.at as what from proof.texts o
      where o.kind in ('offer', 'reminder', 'first_text', 'second_text') and ${fact('wrote', without('decided'))}`,
  },
  {
    holds: 'no first or second text leaves to a prospect who said no or responded',
    cases: `select count(*) from proof.texts where kind in ('first_text', 'second_text')`,
    least: 5,
    broken: `select o.kind || ' to ' || o.phone || ' on ' || o.at as what from proof.texts o
      where o.kind in ('first_text', 'second_text') and (${fact('responded', 'true')} or ${fact('no', "f.salon = ''")})`,
  },
  noOffer('to a number that is on no list of the salon', 'o.row is null'),
  noOffer('while its salon is paused', `(proof.last('salon', o.salon, '', o.at)->>'paused')::boolean`),
  noOffer(
    'of a campaign that is paused, stopped or of another salon',
    `coalesce(proof.last('campaign', o.salon, o.campaign_id::text, o.at)->>'state', 'running') in ('paused', 'canceled')
      or not exists (select 1 from campaigns c where c.id = o.campaign_id and c.salon_id = o.salon_id)`,
  ),
  noOffer(
    'with words that the owner has not approved, that were changed since, or after the last day of the approval',
    `not exists (select 1 from proof.facts f cross join jsonb_array_elements_text(f.value->'words') words
      where f.kind = 'approved' and ${same} and f.at <= o.at and coalesce((f.value->>'until')::date >= o.day, true)
        and replace(replace(words, '{firstName}', coalesce(o.first_name, 'there')), '{link}', 'ORIGIN/b/' || o.token) = o.body
        and not exists (select 1 from proof.facts s where s.kind = 'spoiled' and s.subject = f.subject and s.at <= o.at))`,
  ),
  {
    holds: 'the owner is told of a wave on an earlier day than the first of its texts',
    cases: waves,
    least: 3,
    broken: `select what from proof.offers o where o.is_wave and o.kind = 'offer' and not exists (
      select 1 from owner_messages a left join messages m on m.dedupe_key = a.dedupe_key
        left join mails e on e.dedupe_key = a.dedupe_key and e.state = 'sent'
      where a.subject_id = o.campaign_id and (coalesce(m.accepted_at, e.state_at) at time zone o.time_zone)::date < o.day)`,
  },
  noOffer(
    'of a wave within 90 days of another offer',
    `o.is_wave and o.kind = 'offer' and ${earlier("e.salon = o.salon and e.kind = 'offer' and o.at - e.at < '89 days'")}`,
  ),
  noOffer(
    'to a client who is kept aside',
    `exists (select 1 from assignments a join campaigns c on c.id = a.campaign_id where a.client_id = o.client_id
      and a.assigned = 'kept_aside' and o.at between c.created_at and c.created_at + '30 days'::interval
      and coalesce(proof.last('campaign', o.salon, c.id::text, o.at)->>'state', '') <> 'canceled')`,
  ),
  noOffer('after an objection', 'o.objected'),
  noOffer('to a client who is blocked, staff, deceased or a minor', `(o.row->>'barred')::boolean`),
  noOffer(
    'without a basis: written consent, or a visit in the months of both countries',
    `not o.consented and not coalesce(o.knew and o.day <= o.last_visit + make_interval(months => (
      select least(p.months, case o.country when 'US' then 0 when 'IE' then 12 else 24 end) from proof.places p
      where starts_with(o.phone, p.prefix))), false)`,
  ),
  noOffer('without a known last visit', 'o.last_visit is null'),
  noOffer(
    'with a booking, or within 60 days of a visit',
    `nullif(o.row->>'nextVisit', '')::date >= o.day - 60 or o.day - o.last_visit <= 60
      or exists (select 1 from proof.visits v where v.salon = o.salon and v.phone = o.phone and v.at <= o.at and v.until > o.at
        and v.value->>'state' in ('booked', 'attended') and o.day - (v.value->>'visitOn')::date <= 60)`,
  ),
  // A reminder needs no fresher list than its offer had.
  noOffer(
    'from a list older than 14 days, but for a reminder and a wave that a feed keeps fresh',
    `o.kind = 'offer' and o.day - o.list_as_of > 14 and not (o.is_wave and proof.is_fed(o.salon_id, o.list_as_of, o.at))`,
  ),
  noOffer(
    'after a no to the same offer, and for 90 days after *not interested*',
    `${fact('not_interested', `${same} and o.at - (f.value->>'receivedAt')::timestamptz < '90 days'`)}
      or ${fact(
        'no',
        `${same} and f.at >= (select min(c.created_at) from campaigns c where c.salon_id = o.salon_id
        and c.offer_id = (select offer_id from campaigns where id = o.campaign_id))`,
      )}`,
  ),
  noOffer(
    'on a Sunday or Monday, outside the hours of the salon or the legal ones of the number',
    `extract(isodow from o.there) in (7, 1) or extract(hour from o.there) not between 10 and 17
      or exists (select 1 from proof.places p where starts_with(o.phone, p.prefix) and not (
        extract(hour from o.at at time zone p.zone) >= p.opens and extract(hour from o.at at time zone p.zone) < p.closes))`,
  ),
  noOffer('within 7 days of another campaign text', earlier(`o.at - e.at < '7 days'`)),
  noOffer(
    'as the fifth of a salon in a year, or twice of one campaign',
    `(select count(*) from proof.offers e where e.phone = o.phone and e.salon = o.salon and e.id < o.id and o.at - e.at < '365 days') >= 4
      or ${earlier('e.campaign_id = o.campaign_id and e.kind = o.kind')}`,
  ),
  {
    holds: 'no reminder leaves after an answer',
    cases: `select count(*) from proof.offers where kind = 'reminder'`,
    least: 5,
    broken: `select what from proof.offers o where o.kind = 'reminder' and exists (
      select 1 from proof.facts f join senders s on s.address = f.subject and s.salon_id = o.salon_id
      where f.kind in ('stop', 'start', 'wrote') and f.phone = o.phone and f.at <= o.at and f.at > (
        select min(e.at) from proof.offers e where e.phone = o.phone and e.campaign_id = o.campaign_id))`,
  },
  {
    holds: 'an owner is asked for a list at most three times a month, in office hours',
    cases: 'select count(*) from proof.asks',
    least: 2,
    broken: `select salon || ' in ' || date_trunc('month', there) as what from proof.asks group by salon, date_trunc('month', there) having count(*) > 3
      union all select salon || ' on ' || there from proof.asks where not proof.is_office(there)`,
  },
  {
    holds: 'an owner is asked for a list only while the programme runs and the dates are not fresh',
    cases: 'select count(*) from proof.asks where by_programme',
    least: 1,
    broken: `select salon || ' on ' || there as what from proof.asks
      where by_programme and (not proof.may_run(salon, at) or proof.is_fresh(salon, at))`,
  },
  {
    holds: 'a wave starts while the programme runs, once a month, with the newest fresh list or a feed',
    cases: waves,
    least: 3,
    broken: `select w.salon || ' for ' || w.asked_for || ' on ' || w.at as what from proof.waves w join salons s on s.id = w.salon
      join programmes g on g.salon_id = w.salon where w.state <> 'asking' and (not proof.may_run(w.salon, w.at)
        or not proof.is_office(w.at at time zone s.time_zone)
        or w.asked_for <> proof.ask_day((w.at at time zone s.time_zone)::date, g.ask_day)
        or w.asking_at is null and w.asked_for < (select (f.at at time zone s.time_zone)::date from proof.facts f
          where f.kind = 'programme' and f.salon = w.salon::text and f.at <= w.at and (f.value->>'restarts')::boolean order by f.id desc limit 1)
        or not proof.is_fresh(w.salon, w.at)
        or w.list_id is distinct from proof.fresh_list(w.salon, w.at))`,
  },
  {
    holds: 'the owner has read the count and the words of a wave',
    cases: waves,
    least: 3,
    broken: `select w.salon || ' for ' || w.asked_for || ': ' || coalesce(told.words, 'nothing') as what from proof.waves w
      left join lateral (select coalesce(m.body, e.content::text, regexp_replace(k.body, '\\s+', ' ', 'g')) as words from owner_messages a
        left join messages m on m.dedupe_key = a.dedupe_key left join mails e on e.dedupe_key = a.dedupe_key
        left join simulator.mails k on k.id = e.id where a.subject_id = w.campaign_id order by a.sent_at limit 1) told on true
      where w.state = 'started' and (told.words like '%to text ' || w.texts || ' client' || case w.texts when 1 then '' else 's' end || ' of yours%'
        and exists (select 1 from campaigns c join proof.facts f on f.kind = 'approved' and f.subject = c.offer_id::text where c.id = w.campaign_id
          and position(split_part(replace(f.value->'words'->>0, '{firstName}', 'Aoife'), '{link}', 1) in told.words) > 0)) is not true`,
  },
  {
    holds:
      'those kept aside are those with the lowest hashes of campaign and client, and no text is queued for them',
    cases: 'select count(distinct campaign_id) from assignments',
    least: 1,
    broken: `select a.campaign_id || ' ' || a.client_id as what from (select x.*, count(*) over w as people,
        row_number() over (w order by encode(sha256(convert_to(campaign_id || ':' || client_id, 'UTF8')), 'hex')) as place
        from assignments x window w as (partition by campaign_id)) a join campaigns c on c.id = a.campaign_id
      where (a.assigned = 'kept_aside') <> (a.place <= round(a.people * c.kept_aside / 100.0))
        or a.assigned = 'kept_aside' and exists (select 1 from messages m where m.campaign_id = a.campaign_id and m.client_id = a.client_id)`,
  },
  {
    holds: 'no number is charged twice by a salon',
    cases: fees,
    least: 5,
    broken: `select c.phone as what from ledger_entries e join clients c on c.id = e.client_id where e.kind = 'fee'
      group by e.salon_id, c.phone having count(*) > 1`,
  },
  {
    holds: 'no fee is charged without a visit that the client paid and a text before its booking',
    cases: fees,
    least: 5,
    broken: `select c.phone as what from ledger_entries e join clients c on c.id = e.client_id where e.kind = 'fee' and not exists (
      select 1 from proof.facts f join proof.offers o on o.phone = f.phone and o.at < (f.value->>'bookedAt')::timestamptz
      where f.kind = 'paid' and f.phone = c.phone and f.salon = e.salon_id::text and f.at <= e.created_at)`,
  },
  {
    holds:
      'no fee is owed where an appointment was in force when the text left, also one moved under new ids',
    cases: `select count(*) from proof.facts where kind = 'paid' and (value->>'hadBooking')::boolean`,
    least: 3,
    broken: `select phone || ' owes ' || owed as what from proof.owed where had_booking and owed > 0`,
  },
  {
    holds: 'what a client owes is 30 % of the last known amount or nothing, and never below zero',
    cases: `select count(*) from proof.facts where kind = 'paid' and subject <> ''`,
    least: 4,
    broken: `select phone || ' owes ' || owed || ' of ' || coalesce(amount, 0) as what from proof.owed
      where least < 0 or owed <> 0 and owed <> floor(coalesce(amount, 0) * 0.3 + 0.5)`,
  },
  {
    holds: 'a correction has the rate of the statement with its fee, and names it',
    cases: `select count(*) from ledger_entries where kind <> 'fee' and statement_id is not null`,
    least: 2,
    broken: `select 'statement ' || t.number || ' has ' || has.lines || ', not ' || wants.lines as what from statements t,
      lateral (select string_agg(concat_ws(' ', l->>'kind', l->>'amount', l->>'corrects', (l->'vat'->>'bps')::int / 100), ', '
        order by l->>'kind', (l->>'amount')::int, l->>'corrects') as lines from jsonb_array_elements(t.lines) l) has,
      lateral (select string_agg(concat_ws(' ', kind, amount, corrects, percent), ', ' order by kind, amount, corrects::text) as lines
        from proof.lines e where e.statement_id = t.id) wants
      where has.lines is distinct from wants.lines`,
  },
  {
    holds: 'a statement asks for its lines with the VAT of each rate',
    cases: statements,
    least: 2,
    broken: `select 'statement ' || t.number || ' asks for ' || t.total || ', not ' || sum(n.net + n.vat) as what from statements t, lateral (
        select sum(amount) as net, sign(sum(amount)) * floor(abs(sum(amount)) * rate / 100 + 0.5) as vat
        from proof.lines e where e.statement_id = t.id group by rate) n
      group by t.id having t.total <> sum(n.net + n.vat)`,
  },
  {
    holds: 'what is outstanding is what was issued less what was paid',
    cases: 'select count(*) from payments',
    least: 3,
    broken: `select f.salon || ' shows ' || (f.value->>'outstanding') as what from proof.facts f join salons s on s.id::text = f.salon
      where f.kind = 'account' and (f.value->>'outstanding')::bigint <> ${issuedOf('s.id')} - ${paidOf('s.id')}`,
  },
  {
    holds: 'payments pay no more than a statement asks for, and the oldest first',
    cases: statements,
    least: 2,
    broken: `select f.salon || ' statement ' || f.subject as what from proof.facts f where f.kind = 'head' and (f.value->>'total')::bigint > 0 and (
      (f.value->>'paid')::bigint not between 0 and (f.value->>'total')::bigint
      or (f.value->>'paid')::bigint + (f.value->>'outstanding')::bigint <> (f.value->>'total')::bigint
      or (f.value->>'paid')::bigint > 0 and exists (select 1 from proof.facts e where e.kind = 'head' and e.salon = f.salon
        and e.subject::int < f.subject::int and (e.value->>'outstanding')::bigint > 0))`,
  },
  {
    holds: 'a reminder to pay goes out after the due date, a week after the last one, and not if all is paid',
    cases: 'select count(*) from statement_reminders',
    least: 1,
    broken: `select t.salon_id || ' statement ' || t.number as what from statement_reminders r join statements t on t.id = r.statement_id
      join salons s on s.id = t.salon_id where (r.sent_at at time zone s.time_zone)::date <= t.due_on
        or ${issuedOf('s.id', 'r.sent_at')} <= ${paidOf('s.id', 'r.sent_at')}
        or exists (select 1 from statement_reminders b where b.statement_id = r.statement_id and b.nth < r.nth and r.sent_at - b.sent_at < '6 days')`,
  },
]

/** Judged after each round; `$1` is its time. */
export const eachRound: Omit<Invariant, 'cases' | 'least'>[] = [
  {
    holds: 'a kill and a restart change no assignment',
    broken: `select a.campaign_id::text as what from proof.assigned a join proof.assignments n using (campaign_id)
      where a.words <> n.words and $1::timestamptz is not null`,
  },
  {
    holds: 'a wave starts when its list is fresh, and the owner is asked when it is not',
    broken: `select s.id || ' for ' || k.day as what from programmes g join salons s on s.id = g.salon_id
      cross join lateral (select $1::timestamptz at time zone s.time_zone as there) n
      cross join lateral proof.ask_day(n.there::date, g.ask_day) as k (day) left join waves w on w.salon_id = s.id and w.asked_for = k.day
      where proof.is_office(n.there) and proof.may_run(s.id, $1) and coalesce(w.state, 'asking') = 'asking'
        and (w.id is not null or k.day >= g.running_from) and (proof.is_fresh(s.id, $1)
          or (s.owner_email is not null or not exists (select 1 from proof.facts f where f.phone = s.owner_phone and f.kind = 'stop'
              and not exists (select 1 from proof.facts g where g.phone = f.phone and g.kind = 'start' and g.id > f.id)))
            and (select count(*) from proof.asks a where a.salon = s.id and date_trunc('month', a.there) = date_trunc('month', n.there)) < 3
            and not exists (select 1 from proof.asks a where a.salon = s.id and a.there::date >= k.day))`,
  },
]
