import { setTimeout as wait } from 'node:timers/promises'
import type { Campaign } from './journal.ts'
import { moveCampaign, reply, resumePausedCampaigns, startCampaign, submitLead } from './staff.ts'
import type { ChaosStage } from './stage.ts'
import { callUntilClear } from './surroundings.ts'

/** All activity during the faults. Resolves when it has ended and the last call is answered. */
export async function runActivity(stage: ChaosStage): Promise<void> {
  const { surroundings, size, processFaults, phones, carrierFaults } = stage
  const { log, signal } = surroundings.proving
  const random = surroundings.random.fork('people')
  let faultsRunning = true
  const until = performance.now() + size.activityMs
  const open = new Set<Promise<unknown>>()
  const track = (work: Promise<unknown>) => {
    open.add(work)
    void work.finally(() => open.delete(work))
  }

  /** Calls `act` at this mean interval until the time is over. */
  async function repeat(meanMs: number, act: () => unknown) {
    while ((faultsRunning || performance.now() < until) && !signal.aborted) {
      await wait(random.between(1, 2 * meanMs), undefined, { ref: false })
      act()
    }
  }

  const anyProspect = () => random.pick(surroundings.journal.prospects).phone
  await Promise.all([
    runCampaigns(stage),
    repeat(80, () => track(phones.answerSomeText())),
    repeat(200, () => track(stopWhileSending(stage))),
    repeat(350, () => track(reply(surroundings, anyProspect(), random.chance(0.1)))),
    repeat(700, () => track(submitLead(surroundings, stage.phoneOf()))),
    repeat(2000, () => track(resumePausedCampaigns(surroundings))),
    repeat(1000, () => track(countAsNotSent(stage))),
    // A slow machine takes longer for the same faults; the activity goes on as long.
    Promise.all([
      processFaults.killSome(size.kills, size.activityMs),
      processFaults.freezeSome(size.freezes, size.activityMs, size.longestFreezeMs),
      processFaults.crashPostgres(size.crashes, size.activityMs),
    ]).then(() => {
      faultsRunning = false
    }),
    repeat(20_000, () => log(`${surroundings.carrier.taken.size} texts taken by the carrier`)),
  ])
  carrierFaults.stop()
  log('people have stopped; waiting for their last answers')
  await freezeServerAndWorker(stage, track)
  while (open.size > 0 && !signal.aborted) await Promise.race([Promise.all(open), wait(1000)])
}

/** Sends STOP from a number whose first text is being sent. */
async function stopWhileSending({ sql, phones }: ChaosStage) {
  const rows = await sql<{ phone: string }[]>`
    select phone from messages where status = 'sending' and kind = 'first_text'
    order by attempted_at desc limit 1`.catch(() => [])
  for (const { phone } of rows) await phones.say(phone, 'stop')
}

/** Resolves unknown first texts as not sent and starts a campaign to the same numbers at once. */
async function countAsNotSent({ sql, surroundings, carrierFaults }: ChaosStage) {
  const rows = await sql<{ id: string; prospectId: string }[]>`
    select id, prospect_id from messages
    where status = 'unknown' and kind = 'first_text' and phone in ${sql([...carrierFaults.late])}`.catch(
    () => [],
  )
  for (const { id } of rows) {
    const body = { outcome: 'failed' }
    await callUntilClear(surroundings, 'POST', `/api/admin/unknown-sms/${id}/resolve`, { body })
  }
  const ids = rows.map(({ prospectId }) => prospectId)
  if (ids.length > 0)
    await startCampaign(surroundings, `again ${ids[0]}`, ids, 'Hi {name}, did you get our text?')
}

/** Campaigns: one is paused and resumed, one canceled while the carrier answers 429, one paused and canceled, others untouched. */
async function runCampaigns(stage: ChaosStage) {
  const { surroundings, size, carrierFaults } = stage
  const share = Math.ceil(surroundings.journal.prospects.length / size.campaigns)
  const started: (Campaign | null)[] = []
  for (let n = 0; n < size.campaigns; n++) {
    const ids = surroundings.journal.prospects.slice(n * share, (n + 1) * share).map(({ id }) => id)
    started.push(await startCampaign(surroundings, `campaign ${n}`, ids))
  }
  const [first, second, third] = started
  const rest = (part: number) => wait(size.activityMs * part, undefined, { ref: false })
  await Promise.all([
    first && pauseAndResume(stage, first, rest),
    (async () => {
      await rest(0.3)
      carrierFaults.refuseAllFor(3000)
      await wait(500, undefined, { ref: false })
      if (second) await cancel(stage, second)
    })(),
    (async () => {
      await rest(0.45)
      if (!third) return
      third.held = true
      await moveCampaign(surroundings, third, 'pause')
      await rest(0.1)
      await cancel(stage, third)
    })(),
  ])
}

async function pauseAndResume(
  { surroundings }: ChaosStage,
  campaign: Campaign,
  rest: (part: number) => Promise<unknown>,
) {
  for (let n = 0; n < 3; n++) {
    await rest(0.1)
    campaign.held = true
    await moveCampaign(surroundings, campaign, 'pause')
    await rest(0.05)
    await moveCampaign(surroundings, campaign, 'resume')
    campaign.held = false
  }
}

async function cancel({ surroundings }: ChaosStage, campaign: Campaign) {
  const answer = await moveCampaign(surroundings, campaign, 'cancel')
  if (answer?.status === 200 || answer?.status === 409) campaign.canceledAt = performance.now()
}

/**
 * Freezes a server and a worker right before they send claimed texts, until the leases have ended, the carrier was
 * asked and other processes have retried. Then they go on.
 */
async function freezeServerAndWorker(
  { surroundings, size, processFaults, phoneOf }: ChaosStage,
  track: (work: Promise<unknown>) => void,
) {
  if (size.longSleepMs === 0) return
  const worker = surroundings.processes.find(({ serves }) => !serves)
  const server = surroundings.processes.find(({ serves }) => serves)
  for (const process of [worker, server]) {
    if (!process) continue
    const asleep = processFaults.freezeAt(process, 'after its last look', size.longSleepMs)
    for (let n = 0; n < 12; n++) {
      track(submitLead(surroundings, phoneOf()))
      track(reply(surroundings, phoneOf(), false))
    }
    await asleep
  }
}
