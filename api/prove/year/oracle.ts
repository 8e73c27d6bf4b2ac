import type { Sql } from '../../platform/db/open.ts'
import { isKeptFresh, type KnownFeed } from './knownFeed.ts'

/** Known facts about one client of a salon, from lists, owner and client. Dates are `2026-01-31`. */
export interface KnownClient {
  firstName: string
  lastVisit: string
  nextVisit: string
  mayNotBeTexted: boolean
  listAsOf: string
  knewOfTexts: boolean
  gaveWrittenConsent: boolean
  objected: boolean
  /** Times of texts to the salon. */
  answeredAt: number[]
  /** Times of texts that said no. */
  saidNoAt: number[]
  /** Times of texts that staff marked as not interested. */
  notInterestedAt: number[]
  /** Appointments that staff recorded. */
  ownVisits: Map<string, { state: 'booked' | 'attended' | 'no_show' | 'canceled'; visitOn: string }>
}

export interface KnownSalon {
  id: string
  name: string
  country: 'GB' | 'IE' | 'US'
  timeZone: string
  address: string
  /** What its booking links begin with. */
  links: string
  paused: boolean
  clients: Map<string, KnownClient>
  /** Numbers that its lists can have. */
  phones: string[]
  owner: KnownOwner
  /** Null: staff start its campaigns. */
  programme: KnownProgramme | null
  /** Its booking system; null: none sends us appointments. */
  feed: KnownFeed | null
  /** Stored lists, and whether a wave has used them. */
  lists: { asOf: string; used: boolean }[]
  /** Texts that the owner has approved, with the name of that time, and the last day of a monthly approval. */
  approved: Map<string, string | null>
  campaigns: Map<string, 'running' | 'paused' | 'canceled'>
  /** The number in the words of an offer, by its id. */
  offerNumbers: Map<string, number>
  /** When the first campaign with the offer of this number started. */
  offeredFrom: Map<number, number>
}

export interface KnownOwner {
  phone: string
  email: string | null
  /** Token of the page of the owner. */
  home: string
  /** Probability that the owner sends an awaited list on a day. */
  promptness: number
  /** Days on which a request for a list was sent. */
  asked: string[]
}

export interface KnownProgramme {
  state: 'off' | 'running' | 'paused'
  runningFrom: string
  askDay: number
  keptAsidePercent: number
  /** The number in the words of its offer. */
  offer: number
  offerId: string
  /** The last day of the approval. */
  until: string
  /** Waves that waited for a list. */
  asking: Set<string>
  /** Waves that were checked. */
  seen: Set<string>
  /** Campaigns of its waves, each with the first day on which a text may leave. */
  waves: Map<string, string>
  /** Clients kept aside, with the campaign and the time until which they get no text. */
  keptAside: { phone: string; campaignId: string; until: Date }[]
}

/** A text that the simulated carrier accepted. */
export interface SentText {
  sid: string
  sender: string
  phone: string
  body: string
  at: Date
  campaignId: string | null
  kind: string
  /** Its booking link has a token of this client in this campaign; null without a link. */
  token: string | null
}

const HOUR = 3_600_000
const DAY = 24 * HOUR

/** Places of the test's numbers: time zone and legal hours. */
const places: [prefix: string, country: string, zone: string, from: number, to: number][] = [
  ['+44', 'GB', 'Europe/London', 8, 21],
  ['+353', 'IE', 'Europe/Dublin', 8, 21],
  ['+1212', 'US', 'America/New_York', 8, 21],
  ['+1206', 'US', 'America/Los_Angeles', 8, 20],
  ['+1203', 'US', 'America/New_York', 9, 20],
  ['+1401', 'US', 'America/New_York', 9, 18],
  ['+1808', 'US', 'Pacific/Honolulu', 8, 21],
]

/** Date, weekday and hour of an instant in a time zone. */
export function localTime(at: Date, timeZone: string) {
  const parts = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    weekday: 'short',
    hour: '2-digit',
    hourCycle: 'h23',
  }).formatToParts(at)
  const part = (type: string) => parts.find((one) => one.type === type)?.value ?? ''
  const date = `${part('year')}-${part('month')}-${part('day')}`
  return { date, weekday: part('weekday'), hour: Number(part('hour')) }
}

const daysFrom = (earlier: string, later: string) => (Date.parse(later) - Date.parse(earlier)) / DAY

function monthsLater(date: string, months: number): string {
  const moved = new Date(`${date}T00:00:00Z`)
  moved.setUTCMonth(moved.getUTCMonth() + months)
  return moved.toISOString().slice(0, 10)
}

/** Reasons why this text should not have left. Uses no rule of the product, which would only confirm itself. */
export function problemsOf(text: SentText, salons: KnownSalon[], stopped: boolean, earlier: SentText[]) {
  const salon = salons.find(({ address }) => address === text.sender)
  const client = salon?.clients.get(text.phone)
  if (!salon || !client) return [`${text.sender} has no such client`]
  const problems = [
    stopped && 'after a STOP',
    salon.paused && 'while the salon is paused',
    salon.campaigns.get(text.campaignId ?? '') !== 'running' && 'of a campaign that is not running here',
    ...approvalProblems(text, salon, client),
    ...programmeProblems(text, salon, earlier),
    ...listProblems(text, salon, client),
    ...freshnessProblems(text, salon, client),
    ...visitProblems(text, salon, client),
    ...refusalProblems(text, salon, client, earlier),
    ...hourProblems(text, salon),
    ...capProblems(text, earlier),
    text.kind === 'reminder' && isAnswered(text, client, earlier) && 'a reminder after an answer',
  ]
  return problems.filter((problem) => problem !== false)
}

function approvalProblems({ body, token, at }: SentText, salon: KnownSalon, { firstName }: KnownClient) {
  const found = [...salon.approved].filter(
    ([words]) =>
      words.replace('{firstName}', firstName || 'there').replace('{link}', salon.links + token) === body,
  )
  const today = localTime(at, salon.timeZone).date
  return [
    found.length === 0 && 'not an approved text',
    found.some(([, until]) => until !== null && today > until) && 'after the end of its approval',
  ]
}

function programmeProblems(
  text: SentText,
  { programme, campaigns, timeZone }: KnownSalon,
  earlier: SentText[],
) {
  const announcedOn = programme?.waves.get(text.campaignId ?? '')
  const had = earlier.filter(({ phone, sender }) => phone === text.phone && sender === text.sender)
  const isKept = programme?.keptAside.some(
    ({ phone, campaignId, until }) =>
      phone === text.phone && text.at < until && campaigns.get(campaignId) !== 'canceled',
  )
  return [
    announcedOn !== undefined &&
      localTime(text.at, timeZone).date <= announcedOn &&
      'not later than the day on which it was announced',
    announcedOn !== undefined &&
      text.kind === 'offer' &&
      had.some(({ at, kind }) => kind === 'offer' && text.at.getTime() - at.getTime() < 89 * DAY) &&
      'of a wave within 90 days of another offer',
    isKept === true && 'to a client who is kept aside',
  ]
}

function listProblems({ phone, at }: SentText, { country, timeZone }: KnownSalon, client: KnownClient) {
  const today = localTime(at, timeZone).date
  const { lastVisit, nextVisit } = client
  const kept = [...client.ownVisits.values()].filter(({ state }) => state === 'attended')
  const last = [lastVisit, ...kept.map(({ visitOn }) => visitOn)].sort().at(-1)
  const market = places.find(([prefix]) => phone.startsWith(prefix))?.[1]
  const months = country === 'US' || market === 'US' ? 0 : country === 'IE' || market === 'IE' ? 12 : 24
  const isSoft = months > 0 && client.knewOfTexts && last && today <= monthsLater(last, months)
  const isRecent = (date: string) => date !== '' && daysFrom(date, today) <= 60
  return [
    client.objected && 'after an objection',
    !last && 'without a known last visit',
    !client.gaveWrittenConsent && !isSoft && 'without a basis',
    client.mayNotBeTexted && 'blocked, staff, deceased or minor',
    nextVisit >= today && 'with a booking',
    (isRecent(lastVisit) || isRecent(nextVisit)) && 'visited in the last 60 days',
  ]
}

/** For waves alone a feed stands for a fresh list. */
function freshnessProblems({ at, campaignId }: SentText, salon: KnownSalon, { listAsOf }: KnownClient) {
  const isOld = daysFrom(listAsOf, localTime(at, salon.timeZone).date) > 14
  const isWave = salon.programme?.waves.has(campaignId ?? '') ?? false
  return [isOld && !(isWave && isKeptFresh(salon.feed, listAsOf, at)) && 'from an old list']
}

/** A no ends the offer that it may refer to, *not interested* every offer for 90 days. */
function refusalProblems(text: SentText, salon: KnownSalon, client: KnownClient, earlier: SentText[]) {
  const at = text.at.getTime()
  const offerOf = ({ body }: SentText) => Number(/offer (\d+)/.exec(body)?.[1])
  const offeredFrom = salon.offeredFrom.get(offerOf(text)) ?? Number.POSITIVE_INFINITY
  const had = earlier.filter(
    (one) => one.phone === text.phone && one.sender === text.sender && offerOf(one) === offerOf(text),
  )
  return [
    client.saidNoAt.some((no) => no >= offeredFrom && !client.notInterestedAt.includes(no)) && 'after a no',
    client.notInterestedAt.some((no) => at - no < 90 * DAY) && 'within 90 days of not interested',
    client.notInterestedAt.some((no) => had.some((one) => one.at.getTime() <= no)) &&
      'an offer that was refused',
  ]
}

function visitProblems({ at }: SentText, { timeZone }: KnownSalon, { ownVisits }: KnownClient) {
  const today = localTime(at, timeZone).date
  const known = [...ownVisits.values()].filter(({ state }) => state === 'booked' || state === 'attended')
  return [
    known.some(({ state, visitOn }) => state === 'booked' && visitOn >= today) && 'with a booking made here',
    known.some(({ visitOn }) => daysFrom(visitOn, today) <= 60) && 'was here in the last 60 days',
  ]
}

function hourProblems({ phone, at }: SentText, { timeZone }: KnownSalon) {
  const there = localTime(at, timeZone)
  const [, , zone = '', from = 0, to = 0] = places.find(([prefix]) => phone.startsWith(prefix)) ?? []
  const here = localTime(at, zone)
  return [
    ['Sun', 'Mon'].includes(there.weekday) && 'on a Sunday or Monday',
    (there.hour < 10 || there.hour >= 18) && 'outside the hours of the salon',
    (here.hour < from || here.hour >= to) && 'outside the legal hours of the number',
  ]
}

function capProblems(text: SentText, earlier: SentText[]) {
  const same = earlier.filter(({ phone }) => phone === text.phone)
  const within = (days: number) => same.filter(({ at }) => text.at.getTime() - at.getTime() < days * DAY)
  const ofCampaign = same.filter(({ campaignId }) => campaignId === text.campaignId)
  return [
    within(7).length > 0 && 'within 7 days of another text',
    within(365).filter(({ sender }) => sender === text.sender).length >= 4 && 'the fifth in a year',
    ofCampaign.length >= 2 && 'the third of a campaign',
    ofCampaign.some(({ kind }) => kind === text.kind) && `a second ${text.kind} of a campaign`,
  ]
}

function isAnswered({ phone, campaignId }: SentText, { answeredAt }: KnownClient, earlier: SentText[]) {
  const offer = earlier.find((one) => one.phone === phone && one.campaignId === campaignId)
  return answeredAt.some((at) => at > (offer?.at.getTime() ?? 0))
}

/** Texts that the carrier accepted after the one with this id, oldest first. A killed process may have stored no sid. */
export async function acceptedAfter(sql: Sql, id: string): Promise<(SentText & { id: string })[]> {
  return sql`
    select t.id::text, t.sid, t.sender, t.handset as phone, t.shown as body, t.created_at as at, m.campaign_id,
      coalesce(m.kind, 'unknown') as kind,
      (select word from regexp_matches(t.shown, '/b/([a-z0-9]+)') as found (words), unnest(found.words) as word
        where exists (select 1 from invitations i where i.campaign_id = m.campaign_id and i.client_id = m.client_id
          and i.token_hash = sha256(convert_to(word, 'UTF8')))) as token
    from simulator.texts t left join lateral (
      select * from messages where sid = t.sid or sid is null and phone = t.handset and body = t.shown
        and status in ('sending', 'unknown') order by sid nulls last limit 1) m on true
    where t.direction = 'out' and t.listed and t.id > ${id}::bigint order by t.id`
}
