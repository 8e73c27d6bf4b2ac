import { expect, test } from 'vitest'
import type { Sql } from '../../platform/db/open.ts'
import { testApp } from '../../testing/app.ts'
import { acceptedAfter, problemsOf, type SentText } from '../../testing/salonOracle.ts'
import { newMonth, openSalons, randomEvent } from '../../testing/salonYear.ts'
import type { SalonYear } from '../../testing/salonYearState.ts'
import { firstTextProblems } from '../../testing/salonYearTexts.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const MONTHS = 13

/** When a text of a running campaign is due next. */
async function nextDue(sql: Sql): Promise<Date | null> {
  const [row] = await sql<[{ at: Date | null }]>`
    select min(m.due_at) as at from messages m join campaigns c on c.id = m.campaign_id join salons s on s.id = m.salon_id
    where m.status = 'queued' and c.state = 'running' and s.state <> 'paused'`
  return row.at
}

/** Lets an hour pass, or the days in which nothing can be due. */
async function pass({ app: { sql, clock } }: SalonYear, most: number) {
  const due = (await nextDue(sql))?.getTime() ?? Number.POSITIVE_INFINITY
  await advance({ sql, clock }, Math.min(Math.max(HOUR, due - clock().getTime()), most))
}

/** Keeps the session of the test alive. */
async function advance({ sql, clock }: Pick<SalonYear['app'], 'sql' | 'clock'>, ms: number) {
  clock.advance(ms)
  await sql`update sessions set created_at = ${clock()}, last_seen_at = ${clock()}`
}

/** A year of random events. Returns the texts that the carrier accepted, and what is wrong with them. */
async function liveYear(year: SalonYear) {
  const { app, random, log } = year
  const sent: SentText[] = []
  const firstTexts: SentText[] = []
  let last = '0'
  const problems: string[] = []
  for (let month = 0; month < MONTHS; month++) {
    // Any hour of any day: a text that was tampered with is due now.
    await advance(app, random.between(0, 7 * 24) * HOUR)
    await newMonth(year)
    const end = app.clock().getTime() + 25 * DAY
    while (app.clock().getTime() < end) {
      if (random.chance(0.25)) await randomEvent(year)
      await app.worker.round()
      for (const text of await acceptedAfter(app.sql, last)) {
        last = text.id
        const what = `${text.at.toISOString()} ${text.kind} to ${text.phone} from ${text.sender}`
        const isOfAgency = text.kind === 'first_text' || text.kind === 'second_text'
        problems.push(...problemsWith(year, text, isOfAgency, sent).map((problem) => `${what}: ${problem}`))
        log.push(what)
        if (isOfAgency) firstTexts.push(text)
        else sent.push(text)
      }
      await pass(year, 6 * DAY)
    }
  }
  return { sent, firstTexts, problems }
}

function problemsWith(year: SalonYear, text: SentText, isOfAgency: boolean, sent: SentText[]): string[] {
  const isIn = (numbers: Map<string, Set<string>>) => (numbers.get(text.phone)?.size ?? 0) > 0
  return [
    ...(isIn(year.waiting) ? ['after a text without an answer'] : []),
    ...(isOfAgency
      ? firstTextProblems(year, text.phone)
      : problemsOf(text, year.salons, isIn(year.stops), sent)),
  ]
}

test.each([1, 2])(
  'in a year of random events no text leaves that should not, seed %i',
  { timeout: 240_000 },
  async (seed) => {
    const app = await testApp({ QUIET_HOURS: '08:00-21:00' })
    const year = await openSalons(app, seed)
    const { sent, firstTexts, problems } = await liveYear(year)
    expect(problems, `seed ${seed}\n${year.log.join('\n')}`).toEqual([])
    // Otherwise the year proves nothing.
    const count = (kind: string) => sent.filter((text) => text.kind === kind).length
    expect(count('offer')).toBeGreaterThan(40)
    expect(count('reminder')).toBeGreaterThan(5)
    expect(firstTexts.length).toBeGreaterThan(10)
    for (const { address } of year.salons)
      expect(sent.filter(({ sender }) => sender === address).length, address).toBeGreaterThan(3)
  },
)
