import { createHash } from 'node:crypto'
import { isKeptFresh } from './knownFeed.ts'
import { type KnownSalon, localTime, type SentText } from './oracle.ts'
import { mailWords, type SalonYear } from './state.ts'

const DAY = 24 * 3_600_000

interface StoredWave {
  id: string
  salonId: string
  askedFor: string
  state: 'asking' | 'started' | 'skipped'
  campaignId: string | null
  listAsOf: string | null
  texts: number
}

/** Problems and number of cases, by rule. */
export interface Findings {
  tried: Record<string, number>
  problems: { rule: string; problem: string }[]
}

export const rules = {
  texts: 'no text leaves outside an approval in force, caps, hours and what clients said',
  asks: 'each owner is asked for a list at most three times a month, in office hours, while the programme runs',
  starts: 'a wave starts only while the programme runs, within the approval, with a fresh list, once a month',
  told: 'a text of a wave leaves on a later day than the one on which its owner learned of it',
  due: 'a wave starts when its list is fresh, and the owner is asked when it is not',
  assignments: 'a kill and a restart change no assignment',
  errors: 'no round of the worker logs an error',
  moved: 'no fee is owed where an appointment was in force when the text left, also one moved under new ids',
  refunds: 'what a client owes is the share of the last known amount, and never below zero',
  vat: 'a correction has the rate of the statement with its fee, and names it',
  totals: 'a statement asks for its lines with their VAT',
  twice: 'no number is charged twice',
  draws: 'the clients kept aside are those of the draw, and get no text of the wave',
}

/** Counts one case of a rule. Each entry that is not false is a problem. */
export function tryRule({ tried, problems }: Findings, rule: keyof typeof rules, found: (string | false)[]) {
  tried[rule] = (tried[rule] ?? 0) + 1
  for (const problem of found) if (problem !== false) problems.push({ rule, problem })
}

/** The latest ask day. */
function askDayBefore(today: string, askDay: number): string {
  const at = new Date(`${today}T00:00:00Z`)
  while (at.getUTCDate() !== askDay) at.setUTCDate(at.getUTCDate() - 1)
  return at.toISOString().slice(0, 10)
}

const newestList = ({ lists }: KnownSalon) =>
  lists.reduce<KnownSalon['lists'][number] | null>(
    (best, one) => (best && best.asOf > one.asOf ? best : one),
    null,
  )

/** Whether a wave may start today without a new list. */
function isFed(salon: KnownSalon, now: Date): boolean {
  const { feed, timeZone } = salon
  const newest = newestList(salon)
  if (!feed || !newest || !isKeptFresh(feed, newest.asOf, now)) return false
  const [heardOn, today] = [feed.heardAt, now].map((at) => Date.parse(localTime(at, timeZone).date))
  return (today ?? 0) - (heardOn ?? 0) < 14 * DAY
}

/** The list that a wave may use today. */
function freshList(salon: KnownSalon, today: string) {
  const newest = newestList(salon)
  return newest && !newest.used && Date.parse(today) - Date.parse(newest.asOf) < 14 * DAY ? newest : null
}

const isOffice = ({ weekday, hour }: ReturnType<typeof localTime>) =>
  !['Sat', 'Sun'].includes(weekday) && hour >= 9 && hour < 17

/** Whether the programme may take a step now. */
const mayRun = ({ programme, paused }: KnownSalon, today: string) =>
  programme?.state === 'running' && !paused && today < programme.until

/** Checks the waves since the last round against the known state. */
export async function checkNewWaves(year: SalonYear, findings: Findings): Promise<void> {
  const waves = await year.app.sql<StoredWave[]>`
    select w.id, w.salon_id, w.asked_for::text, w.state, w.campaign_id, l.as_of::text as list_as_of,
      (select count(*)::int from messages m where m.campaign_id = w.campaign_id and m.kind = 'offer') as texts
    from waves w left join client_lists l on l.id = w.list_id`
  for (const salon of year.salons) {
    if (!salon.programme) continue
    const own = waves.filter(({ salonId }) => salonId === salon.id)
    for (const wave of own) {
      if (wave.state === 'asking') salon.programme.asking.add(wave.id)
      if (wave.state === 'asking' || salon.programme.seen.has(wave.id)) continue
      salon.programme.seen.add(wave.id)
      await checkNewWave(year, salon, wave, findings)
    }
    checkDueStep(year, salon, own, findings)
  }
}

async function checkNewWave(year: SalonYear, salon: KnownSalon, wave: StoredWave, findings: Findings) {
  const { programme } = salon
  if (!programme) return
  const there = localTime(year.app.clock(), salon.timeZone)
  const list = freshList(salon, there.date)
  const words = [...salon.approved.keys()].find((one) => one.includes(`offer ${programme.offer},`))
  const starts = wave.state === 'started'
  const told = starts ? await announcementOf(year, wave.campaignId ?? '') : ''
  const greeting = words?.replace('{firstName}', 'Aoife').split('{link}')[0]
  tryRule(
    findings,
    'starts',
    [
      !mayRun(salon, there.date) && 'while the programme does not run, or after the approval',
      !isOffice(there) && 'outside office hours',
      wave.askedFor !== askDayBefore(there.date, programme.askDay) && `for ${wave.askedFor}`,
      wave.askedFor < programme.runningFrom &&
        !programme.asking.has(wave.id) &&
        'for an ask day before the programme ran',
      list === null && !isFed(salon, year.app.clock()) && 'without a fresh list or a feed',
      wave.listAsOf !== (list?.asOf ?? null) &&
        `with the list of ${wave.listAsOf}, not of ${list?.asOf ?? 'a feed'}`,
      starts && !words && 'with words that are not approved',
      starts &&
        !told.includes(`to text ${wave.texts} client${wave.texts === 1 ? '' : 's'} of yours`) &&
        'without its count for the owner',
      starts && greeting !== undefined && !told.includes(greeting) && 'without its words for the owner',
    ].map((problem) => problem && `${salon.name}, wave ${wave.state} ${problem}`),
  )
  if (list) list.used = true
  year.log.push(`${salon.name}: wave ${wave.askedFor} ${wave.state} with ${wave.texts} texts`)
  if (!starts || !wave.campaignId) return
  salon.campaigns.set(wave.campaignId, 'running')
  programme.waves.set(wave.campaignId, there.date)
  if (!salon.offeredFrom.has(programme.offer))
    salon.offeredFrom.set(programme.offer, year.app.clock().getTime())
  await checkDraw(year, salon, wave.campaignId, findings)
}

/** The text or the e-mail to the owner about this campaign. */
async function announcementOf({ app: { sql } }: SalonYear, campaignId: string): Promise<string> {
  const [row] = await sql<{ words: string }[]>`
    select coalesce(m.body, ${mailWords(sql)}) as words from owner_links l
      left join messages m on m.dedupe_key = 'programme:' || encode(l.token_hash, 'hex')
      left join mails e on e.dedupe_key = 'programme:' || encode(l.token_hash, 'hex')
    where l.purpose = 'texts' and l.subject_id = ${campaignId} order by l.created_at limit 1`
  return row?.words ?? ''
}

/** Checks that the owner learned of the wave of this offer on an earlier day, by a text or an e-mail that was accepted. */
export async function checkTold(year: SalonYear, text: SentText, findings: Findings): Promise<void> {
  const { campaignId, kind, at } = text
  const salon = year.salons.find(({ programme }) => campaignId !== null && programme?.waves.has(campaignId))
  if (!salon || kind !== 'offer') return
  const told = await year.app.sql<{ at: Date }[]>`
    select coalesce(m.accepted_at, e.state_at) as at from owner_links l
      left join messages m on m.dedupe_key = 'programme:' || encode(l.token_hash, 'hex') and m.accepted_at is not null
      left join mails e on e.dedupe_key = 'programme:' || encode(l.token_hash, 'hex') and e.state = 'sent'
    where l.purpose = 'texts' and l.subject_id = ${campaignId} and coalesce(m.id, e.id) is not null`
  const dayOf = (instant: Date) => localTime(instant, salon.timeZone).date
  const isTold = told.some((one) => dayOf(one.at) < dayOf(at))
  tryRule(findings, 'told', [!isTold && `${salon.name}: ${at.toISOString()} before its owner was told`])
}

/** Repeats the draw: the clients kept aside have the lowest hashes. */
async function checkDraw(year: SalonYear, salon: KnownSalon, campaignId: string, findings: Findings) {
  const { programme } = salon
  const rows = await year.app.sql<{ id: string; phone: string; assigned: string; texts: number }[]>`
    select c.id, c.phone, a.assigned, (select count(*)::int from messages m
      where m.campaign_id = a.campaign_id and m.client_id = c.id) as texts
    from assignments a join clients c on c.id = a.client_id where a.campaign_id = ${campaignId}`
  if (!programme || rows.length === 0) return
  const hash = (id: string) => createHash('sha256').update(`${campaignId}:${id}`).digest('hex')
  const wanted = Math.round((rows.length * programme.keptAsidePercent) / 100)
  const drawn = [...rows].sort((one, other) => (hash(one.id) < hash(other.id) ? -1 : 1)).slice(0, wanted)
  const kept = rows.filter(({ assigned }) => assigned === 'kept_aside')
  tryRule(findings, 'draws', [
    kept.length !== wanted && `${salon.name}: ${kept.length} kept aside, not ${wanted}`,
    drawn.some(({ assigned }) => assigned !== 'kept_aside') && `${salon.name}: others are kept aside`,
    kept.some(({ texts }) => texts > 0) && `${salon.name}: a text is queued for one who is kept aside`,
  ])
  const until = new Date(year.app.clock().getTime() + 30 * DAY)
  programme.keptAside.push(...kept.map(({ phone }) => ({ phone, campaignId, until })))
}

function checkDueStep(year: SalonYear, salon: KnownSalon, waves: StoredWave[], findings: Findings) {
  const { programme, owner } = salon
  const there = localTime(year.app.clock(), salon.timeZone)
  if (!programme || !isOffice(there) || !mayRun(salon, there.date)) return
  const askDay = askDayBefore(there.date, programme.askDay)
  const newest = waves.find(({ askedFor }) => askedFor === askDay)
  if ((newest && newest.state !== 'asking') || (!newest && askDay < programme.runningFrom)) return
  const month = owner.asked.filter((day) => day.slice(0, 7) === there.date.slice(0, 7))
  const isReachable = owner.email !== null || !year.stops.get(owner.phone)?.size
  const isAsked = month.length >= 3 || owner.asked.some((day) => day >= askDay)
  tryRule(findings, 'due', [
    freshList(salon, there.date) !== null && `${salon.name}: no wave for ${askDay} with a fresh list`,
    isFed(salon, year.app.clock()) && `${salon.name}: no wave for ${askDay} with a feed`,
    isReachable && !isAsked && `${salon.name}: not asked for ${askDay}`,
  ])
}

/** Requests for a list that left since the last round, by text and by e-mail. */
export function checkAsk(year: SalonYear, salon: KnownSalon, findings: Findings, byProgramme: boolean) {
  const { owner } = salon
  const there = localTime(year.app.clock(), salon.timeZone)
  owner.asked.push(there.date)
  const month = owner.asked.filter((day) => day.slice(0, 7) === there.date.slice(0, 7)).length
  tryRule(findings, 'asks', [
    month > 3 && `${salon.name}: asked ${month} times in ${there.date.slice(0, 7)}`,
    !isOffice(there) && `${salon.name}: asked on ${there.weekday} at ${there.hour}`,
    byProgramme && !mayRun(salon, there.date) && `${salon.name}: asked while the programme does not run`,
    byProgramme &&
      (freshList(salon, there.date) !== null || isFed(salon, year.app.clock())) &&
      `${salon.name}: asked although the dates are fresh`,
  ])
  year.log.push(`the owner of ${salon.name} is asked for a list`)
}
