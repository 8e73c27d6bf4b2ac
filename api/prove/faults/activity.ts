import { setTimeout as wait } from 'node:timers/promises'
import type { Campaign } from './journal.ts'
import { runSalonCampaigns } from './salonCampaigns.ts'
import { loseStops, queueSalonText, refuseSalon } from './salons.ts'
import { changeCampaign, resumePausedCampaigns, sendReply, startCampaign, submitLead } from './staff.ts'
import type { Stage } from './stage.ts'
import { callUntilClear } from './testBed.ts'

/** Numbers that only salons text. */
const CUSTOMERS = 100

type Track = (work: Promise<unknown>) => void

/** Runs all activity of people and all faults. Resolves when they have ended and the last call is answered. */
export async function runActivity(stage: Stage): Promise<void> {
  const { log, signal } = stage.testBed.context
  const open = new Set<Promise<unknown>>()
  const track: Track = (work) => {
    open.add(work)
    void work.finally(() => open.delete(work))
  }
  await runPeopleAndFaults(stage, track)
  stage.carrierFaults.stop()
  log('activity has ended; waiting for the last responses')
  await freezeServerAndWorker(stage, track)
  while (open.size > 0 && !signal.aborted) await Promise.race([Promise.all(open), wait(1000)])
}

async function runPeopleAndFaults(stage: Stage, track: Track): Promise<void> {
  const { testBed, size, processFaults, phones } = stage
  const { log, signal } = testBed.context
  const random = testBed.random.fork('people')
  const end = performance.now() + size.activityMs
  let faultsRunning = true

  /** Calls `act` at random intervals with this mean. Continues until the last fault: a slow machine takes longer for them. */
  async function repeat(meanMs: number, act: () => unknown) {
    while ((faultsRunning || performance.now() < end) && !signal.aborted) {
      await wait(random.between(1, 2 * meanMs), undefined, { ref: false })
      act()
    }
  }

  const anyProspect = () => random.pick(testBed.journal.prospects).phone
  const customers = Array.from({ length: CUSTOMERS }, stage.newNumber)
  /** Half of them are prospects of the agency too. */
  const salonCustomer = () => (random.chance(0.5) ? random.pick(customers) : anyProspect())
  loseStops(stage)
  await Promise.all([
    runCampaigns(stage),
    runSalonCampaigns(stage),
    repeat(80, () => track(phones.answerSomeText())),
    repeat(200, () => track(stopWhileSending(stage))),
    repeat(350, () => track(sendReply(testBed, anyProspect(), random.chance(0.1)))),
    repeat(700, () => track(submitLead(testBed, stage.newNumber()))),
    repeat(2000, () => track(resumePausedCampaigns(testBed))),
    repeat(1000, () => track(resolveAsNotSent(stage))),
    repeat(60, () => track(queueSalonText(stage, salonCustomer()))),
    Promise.all([
      processFaults.killSome(size.kills, size.activityMs),
      processFaults.freezeSome(size.freezes, size.activityMs, size.longestFreezeMs),
      processFaults.crashPostgres(size.crashes, size.activityMs),
      refuseSalon(stage),
    ]).then(() => {
      faultsRunning = false
    }),
    repeat(20_000, () => log(`${testBed.carrier.accepted.size} texts accepted by the carrier`)),
  ])
}

/** Sends STOP from a number whose first text, or a salon's text, is being sent. */
async function stopWhileSending({ sql, phones }: Stage) {
  const rows = await sql<{ phone: string; address: string }[]>`
    select phone, address from messages m join senders s on s.id = m.sender_id
    where status = 'sending' and (kind = 'first_text' or m.salon_id is not null)
    order by attempted_at desc limit 1`.catch(() => [])
  for (const { phone, address } of rows) await phones.sendStop(phone, address)
}

/** Resolves unknown first texts as not sent and immediately starts a campaign to the same numbers. */
async function resolveAsNotSent({ sql, testBed, carrierFaults }: Stage) {
  const rows = await sql<{ id: string; prospectId: string }[]>`
    select id, prospect_id from messages
    where status = 'unknown' and kind = 'first_text' and phone in ${sql([...carrierFaults.lateNumbers])}`.catch(
    () => [],
  )
  for (const { id } of rows) {
    const body = { outcome: 'failed' }
    await callUntilClear(testBed, 'POST', `/api/admin/unknown-sms/${id}/resolve`, { body })
  }
  const ids = rows.map(({ prospectId }) => prospectId)
  if (ids.length > 0) await startCampaign(testBed, `again ${ids[0]}`, ids, 'Hi {name}, did you get our text?')
}

/**
 * Starts all campaigns. The first is paused and resumed three times, the second canceled while the carrier answers 429, the
 * third paused and then canceled; the others run undisturbed.
 */
async function runCampaigns(stage: Stage) {
  const { testBed, size, carrierFaults } = stage
  const share = Math.ceil(testBed.journal.prospects.length / size.campaigns)
  const started: (Campaign | null)[] = []
  for (let n = 0; n < size.campaigns; n++) {
    const ids = testBed.journal.prospects.slice(n * share, (n + 1) * share).map(({ id }) => id)
    started.push(await startCampaign(testBed, `campaign ${n}`, ids))
  }
  const [first, second, third] = started
  const pauseFor = (part: number) => wait(size.activityMs * part, undefined, { ref: false })
  await Promise.all([
    first && pauseAndResume(stage, first, pauseFor),
    (async () => {
      await pauseFor(0.3)
      carrierFaults.refuseAllFor(3000)
      await wait(500, undefined, { ref: false })
      if (second) await cancel(stage, second)
    })(),
    (async () => {
      await pauseFor(0.45)
      if (!third) return
      third.pausedByStaff = true
      await changeCampaign(testBed, third, 'pause')
      await pauseFor(0.1)
      await cancel(stage, third)
    })(),
  ])
}

async function pauseAndResume(
  { testBed }: Stage,
  campaign: Campaign,
  pauseFor: (part: number) => Promise<unknown>,
) {
  for (let n = 0; n < 3; n++) {
    await pauseFor(0.1)
    campaign.pausedByStaff = true
    await changeCampaign(testBed, campaign, 'pause')
    await pauseFor(0.05)
    await changeCampaign(testBed, campaign, 'resume')
    campaign.pausedByStaff = false
  }
}

async function cancel({ testBed }: Stage, campaign: Campaign) {
  const answer = await changeCampaign(testBed, campaign, 'cancel')
  if (answer?.status === 200 || answer?.status === 409) campaign.canceledAt = performance.now()
}

/**
 * Freezes a worker, then a server, right before they send claimed texts. They continue after the leases have expired and
 * other processes have looked the texts up at the carrier and retried them.
 */
async function freezeServerAndWorker({ testBed, size, processFaults, newNumber }: Stage, track: Track) {
  if (size.longFreezeMs === 0) return
  const worker = testBed.processes.find(({ serves }) => !serves)
  const server = testBed.processes.find(({ serves }) => serves)
  for (const process of [worker, server]) {
    if (!process) continue
    const frozen = processFaults.freezeAt(process, 'after the send guard', size.longFreezeMs)
    for (let n = 0; n < 12; n++) {
      track(submitLead(testBed, newNumber()))
      track(sendReply(testBed, newNumber(), false))
    }
    await frozen
  }
}
