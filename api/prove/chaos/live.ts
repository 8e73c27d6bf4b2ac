import { setTimeout as wait } from 'node:timers/promises'
import type { Campaign } from './book.ts'
import { leaveLead, moveCampaign, reply, resumeWhatPausedItself, startCampaign } from './staff.ts'
import type { ChaosStage } from './stage.ts'
import { callUntilClear } from './world.ts'

/** Everything that happens while things go wrong. Resolves when people have stopped and the last call is answered. */
export async function live(stage: ChaosStage): Promise<void> {
  const { world, size, trouble, phones, moods } = stage
  const { log, signal } = world.proving
  const random = world.random.fork('people')
  let troubled = true
  const until = performance.now() + size.liveMs
  const open = new Set<Promise<unknown>>()
  const begin = (work: Promise<unknown>) => {
    open.add(work)
    void work.finally(() => open.delete(work))
  }

  /** Does it at this mean distance until the time is over. */
  async function often(meanMs: number, act: () => unknown) {
    while ((troubled || performance.now() < until) && !signal.aborted) {
      await wait(random.between(1, 2 * meanMs), undefined, { ref: false })
      act()
    }
  }

  const anyProspect = () => random.pick(world.book.prospects).phone
  await Promise.all([
    campaignsComeAndGo(stage),
    often(80, () => begin(phones.speakNow())),
    often(200, () => begin(stopsRace(stage))),
    often(350, () => begin(reply(world, anyProspect(), random.chance(0.1)))),
    often(700, () => begin(leaveLead(world, stage.phoneOf()))),
    often(2000, () => begin(resumeWhatPausedItself(world))),
    often(1000, () => begin(countAsNotSent(stage))),
    // A slow machine takes longer for the same trouble; people live on as long.
    Promise.all([
      trouble.killSome(size.kills, size.liveMs),
      trouble.freezeSome(size.freezes, size.liveMs, size.longestFreezeMs),
      trouble.crashPostgres(size.crashes, size.liveMs),
    ]).then(() => {
      troubled = false
    }),
    often(20_000, () => log(`${world.carrier.taken.size} texts taken by the carrier`)),
  ])
  moods.calmDown()
  log('people have stopped; waiting for their last answers')
  await putTwoToSleep(stage, begin)
  while (open.size > 0 && !signal.aborted) await Promise.race([Promise.all(open), wait(1000)])
}

/** People whose first text is just being sent say STOP. */
async function stopsRace({ sql, phones }: ChaosStage) {
  const rows = await sql<{ phone: string }[]>`
    select phone from messages where status = 'sending' and kind = 'first_text'
    order by attempted_at desc limit 1`.catch(() => [])
  for (const { phone } of rows) await phones.say(phone, 'stop')
}

/** Somebody loses patience with texts nobody can tell of, and selects their numbers again at once. */
async function countAsNotSent({ sql, world, moods }: ChaosStage) {
  const rows = await sql<{ id: string; prospectId: string }[]>`
    select id, prospect_id from messages
    where status = 'unknown' and kind = 'first_text' and phone in ${sql([...moods.late])}`.catch(() => [])
  for (const { id } of rows) {
    const body = { outcome: 'failed' }
    await callUntilClear(world, 'POST', `/api/admin/unknown-sms/${id}/resolve`, { body })
  }
  const ids = rows.map(({ prospectId }) => prospectId)
  if (ids.length > 0) await startCampaign(world, `again ${ids[0]}`, ids, 'Hi {name}, did you get our text?')
}

/** Some run through, one is paused and resumed, one is canceled while the carrier is too busy, one held and canceled. */
async function campaignsComeAndGo(stage: ChaosStage) {
  const { world, size, moods } = stage
  const share = Math.ceil(world.book.prospects.length / size.campaigns)
  const started: (Campaign | null)[] = []
  for (let n = 0; n < size.campaigns; n++) {
    const ids = world.book.prospects.slice(n * share, (n + 1) * share).map(({ id }) => id)
    started.push(await startCampaign(world, `campaign ${n}`, ids))
  }
  const [first, second, third] = started
  const rest = (part: number) => wait(size.liveMs * part, undefined, { ref: false })
  await Promise.all([
    first && pauseAndResume(stage, first, rest),
    (async () => {
      await rest(0.3)
      moods.stormOf429(3000)
      await wait(500, undefined, { ref: false })
      if (second) await cancel(stage, second)
    })(),
    (async () => {
      await rest(0.45)
      if (!third) return
      third.held = true
      await moveCampaign(world, third, 'pause')
      await rest(0.1)
      await cancel(stage, third)
    })(),
  ])
}

async function pauseAndResume(
  { world }: ChaosStage,
  campaign: Campaign,
  rest: (part: number) => Promise<unknown>,
) {
  for (let n = 0; n < 3; n++) {
    await rest(0.1)
    campaign.held = true
    await moveCampaign(world, campaign, 'pause')
    await rest(0.05)
    await moveCampaign(world, campaign, 'resume')
    campaign.held = false
  }
}

async function cancel({ world }: ChaosStage, campaign: Campaign) {
  const answer = await moveCampaign(world, campaign, 'cancel')
  if (answer?.status === 200 || answer?.status === 409) campaign.canceledAt = performance.now()
}

/**
 * A server and a worker fall asleep over texts they are about to send, for longer than anybody waits for them: their
 * lease ends, the carrier is asked, and what somebody waits for is sent by others. Then they wake up.
 */
async function putTwoToSleep(
  { world, size, trouble, phoneOf }: ChaosStage,
  begin: (work: Promise<unknown>) => void,
) {
  if (size.longSleepMs === 0) return
  const worker = world.processes.find(({ serves }) => !serves)
  const server = world.processes.find(({ serves }) => serves)
  for (const process of [worker, server]) {
    if (!process) continue
    const asleep = trouble.freezeAt(process, 'after its last look', size.longSleepMs)
    for (let n = 0; n < 12; n++) {
      begin(leaveLead(world, phoneOf()))
      begin(reply(world, phoneOf(), false))
    }
    await asleep
  }
}
