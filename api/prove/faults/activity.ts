import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { queueText } from '../../core/messages/outbox.ts'
import type { Campaign } from './journal.ts'
import type { Phones } from './phones.ts'
import type { createProcessFaults } from './processFaults.ts'
import { changeCampaign, resumePausedCampaigns, sendReply, startCampaign, submitLead } from './staff.ts'
import type { TestBed } from './testBed.ts'

export interface Size {
  campaigns: number
  /** Minimum duration of activity and faults. */
  activityMs: number
  kills: number
  freezes: number
  longestFreezeMs: number
  /** Crashes of Postgres. */
  crashes: number
}

interface Activity {
  testBed: TestBed
  phones: Phones
  faults: ReturnType<typeof createProcessFaults>
}

/** Numbers that only salons text. */
const CUSTOMERS = 100
/** STOPs to each sender that reach no server. */
const LOST_STOPS = 3

/** Runs all activity of people and all faults. Resolves when they have ended and the last call is answered. */
export async function runActivity(activity: Activity, size: Size): Promise<void> {
  const { context } = activity.testBed
  const open = new Set<Promise<unknown>>()
  await runPeopleAndFaults(activity, size, (work) => {
    open.add(work)
    void work.finally(() => open.delete(work))
  })
  context.log('activity has ended; waiting for the last responses')
  while (open.size > 0 && !context.signal.aborted) await Promise.race([Promise.all(open), wait(1000)])
}

async function runPeopleAndFaults(
  { testBed, phones, faults }: Activity,
  size: Size,
  track: (work: Promise<unknown>) => void,
): Promise<void> {
  const { newNumber, journal, network, senders } = testBed
  const { log, signal } = testBed.context
  const random = testBed.random.fork('people')
  const end = performance.now() + size.activityMs
  let faultsRunning = true

  /** Calls `act` at random intervals with this mean. Continues until the last fault: a slow machine takes longer for them. */
  async function repeat(meanMs: number, act: () => unknown) {
    while ((faultsRunning || performance.now() < end) && !signal.aborted) {
      await wait(random.between(1, 2 * meanMs), undefined, { ref: false })
      const work = act()
      if (work instanceof Promise) track(work)
    }
  }

  const anyProspect = () => random.pick(journal.prospects).phone
  const customers = Array.from({ length: CUSTOMERS }, newNumber)
  /** Half of them are prospects of the agency too. */
  const salonCustomer = () => (random.chance(0.5) ? random.pick(customers) : anyProspect())
  for (const { address } of senders) for (let n = 0; n < LOST_STOPS; n++) await phones.loseStop(address)
  await Promise.all([
    runCampaigns(testBed, size),
    repeat(80, () => phones.answerSomeText()),
    repeat(200, () => stopWhileSending(testBed, phones)),
    repeat(350, () => sendReply(testBed, anyProspect(), random.chance(0.1))),
    repeat(700, () => submitLead(testBed, newNumber())),
    repeat(2000, () => resumePausedCampaigns(testBed)),
    repeat(60, () => queueSalonText(testBed, salonCustomer())),
    Promise.all([
      faults.killSome(size.kills, size.activityMs),
      faults.freezeSome(size.freezes, size.activityMs, size.longestFreezeMs),
      faults.crashPostgres(size.crashes, size.activityMs),
    ]).then(() => {
      faultsRunning = false
    }),
    repeat(20_000, () => log(`${network.calls.length} create calls at the carrier`)),
  ])
}

/** Sends STOP from a number while its first text, or a salon's text, is being sent. */
async function stopWhileSending({ sql }: TestBed, phones: Phones) {
  const rows = await sql<{ phone: string; address: string }[]>`
    select phone, address from messages m join senders s on s.id = m.sender_id
    where status = 'sending' and (m.kind = 'first_text' or m.salon_id is not null)
    order by attempted_at desc limit 1`.catch(() => [])
  for (const { phone, address } of rows) await phones.sendStop(phone, address)
}

/**
 * Queues a text from one of the salons through the suite's own connection, because there is no call for it. Repeated until it
 * is stored: an error during a crash of Postgres leaves the outcome open.
 */
async function queueSalonText({ context, journal, random, senders, sql }: TestBed, phone: string) {
  const sender = random.pick(senders.slice(1))
  const id = randomUUID()
  const body = `Salon text ${journal.salonTexts.length + 1}: your table is free again.`
  const entry = { id, phone, from: sender.address, body, queued: false }
  journal.salonTexts.push(entry)
  const kind = random.pick(['reply', 'details'] as const)
  const text = { id, kind, phone, body, dedupeKey: `salon:${id}`, sender, now: new Date() }
  while (!context.signal.aborted) {
    try {
      entry.queued =
        (await queueText(sql, text)) !== null ||
        (await sql`select 1 from messages where id = ${id}`).length > 0
      return
    } catch {
      await wait(100, undefined, { ref: false })
    }
  }
}

/** Starts all campaigns. The first is paused and resumed three times, the second canceled; the others run undisturbed. */
async function runCampaigns(testBed: TestBed, { campaigns, activityMs }: Size) {
  const { prospects } = testBed.journal
  const share = Math.ceil(prospects.length / campaigns)
  const started: (Campaign | null)[] = []
  for (let n = 0; n < campaigns; n++) {
    const ids = prospects.slice(n * share, (n + 1) * share).map(({ id }) => id)
    started.push(await startCampaign(testBed, `campaign ${n}`, ids))
  }
  const [first, second] = started
  const pauseFor = (part: number) => wait(activityMs * part, undefined, { ref: false })
  if (second) await pauseFor(0.1).then(() => cancel(testBed, second))
  for (let n = 0; n < 3 && first; n++) {
    await pauseFor(0.1)
    first.pausedByStaff = true
    await changeCampaign(testBed, first, 'pause')
    await pauseFor(0.05)
    await changeCampaign(testBed, first, 'resume')
    first.pausedByStaff = false
  }
}

async function cancel(testBed: TestBed, campaign: Campaign) {
  const answer = await changeCampaign(testBed, campaign, 'cancel')
  if (answer?.status === 200 || answer?.status === 409) campaign.canceledAt = performance.now()
}
