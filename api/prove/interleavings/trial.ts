import { randomUUID } from 'node:crypto'
import type { Database } from '../../db/open.ts'
import type { Erasure } from '../../privacy/erase.ts'
import type { startApp } from '../../testing/start.ts'
import { textFrom } from '../../testing/webhooks.ts'
import type { Carrier, Plan } from '../carrier.ts'
import type { Random } from '../random.ts'

export type App = Awaited<ReturnType<typeof startApp>>

export interface Stage {
  sql: Database
  apps: [App, App]
  carrier: Carrier
  /** What the carrier does with texts to this number; the usual when there is none. */
  plans: Map<string, (body: string) => Plan>
}

/** One call of the service and what it said; `at` is `performance.now()` when the answer was read. */
export interface Answer {
  what: string
  status: number
  at: number
  text: string
}

/** What may happen to a number; each is done in actions.ts. */
export type ActionName =
  | 'inbound'
  | 'stop'
  | 'start'
  | 'reply'
  | 'claim'
  | 'receipt'
  | 'cancel'
  | 'pause'
  | 'erase'
  | 'import'

/** One number, and two actions on it at the same moment. */
export interface Scene {
  n: number
  pair: [ActionName, ActionName]
  random: Random
  phone: string
  name: string
  campaignId: string
  /** A reply the carrier has, its receipts held back; for late receipts. */
  sentReply: { id: string; sid: string } | null
  optedOutBefore: boolean
  answers: Answer[]
  /** MessageSids of received texts whose webhook was answered 200. */
  acknowledged: { sid: string; word: 'stop' | 'start' | 'yes' }[]
  /** When the first STOP was acknowledged. */
  stoppedAt: number | null
  replies: { body: string; status: number }[]
  erasures: (Erasure | { refused: string } | { crashed: string })[]
}

const OUTCOMES = ['delivered', 'delivered', 'delivered', 'undelivered'] as const

/** A reply is tried four times while its author waits, and refused when the carrier is busy every time. */
const MAX_BUSY = 3

/** Takes each text; receipts early, late, doubled and reversed; too busy at first with that probability. */
function usualPlan(random: Random, busy: number): (body: string) => Plan {
  const refused = new Map<string, number>()
  return (body) => {
    const times = refused.get(body) ?? 0
    if (times === MAX_BUSY || !random.chance(busy)) return taken(random)
    refused.set(body, times + 1)
    return { accept: false, answer: 'busy', answerAfterMs: random.between(0, 20), receipts: [] }
  }
}

function taken(random: Random): Plan {
  const answerAfterMs = random.chance(0.5) ? 0 : random.between(1, 40)
  const status = random.pick(OUTCOMES)
  const code = status === 'undelivered' ? random.pick([30_003, 30_008]) : undefined
  const receipts = [
    { status: 'sent' as const, afterMs: random.between(0, 40) },
    { status, code, afterMs: random.between(0, 60) },
  ]
  if (random.chance(0.3)) receipts.push({ status, code, afterMs: random.between(0, 60) })
  return { accept: true, answer: 'created', answerAfterMs, receipts }
}

const has = (scene: Scene, ...names: ActionName[]) => scene.pair.some((name) => names.includes(name))

/** For each a prospect with a first text queued, or nobody we know; and what its two actions need besides. */
export async function prepare(stage: Stage, scenes: Scene[]): Promise<void> {
  for (const scene of scenes) {
    const random = scene.random.fork('carrier')
    stage.plans.set(scene.phone, usualPlan(random, has(scene, 'claim') ? 0.2 : 0))
  }
  const needsNobody = (scene: Scene) => scene.pair.every((name) => strangers.includes(name))
  await meet(
    stage,
    scenes.filter((scene) => !needsNobody(scene) || scene.random.chance(0.5)),
  )
  const optedOut = scenes.filter((scene) => has(scene, 'start') && !scene.random.chance(0.4))
  await Promise.all(optedOut.map((scene) => optOut(stage, scene)))
}

async function optOut({ apps }: Stage, scene: Scene) {
  const stop = await textFrom(apps[0].origin, scene.phone, 'STOP')
  if (stop.status !== 200) throw new Error(`an opt-out beforehand was answered ${stop.status}`)
  scene.optedOutBefore = true
}

/** What may happen to a number that is no prospect's. */
const strangers: ActionName[] = ['inbound', 'stop', 'start', 'reply', 'import']

async function meet(stage: Stage, scenes: Scene[]): Promise<void> {
  if (scenes.length === 0) return
  const given = scenes.map(({ name, phone }) => ({
    name,
    phone,
    category: 'Nail Salon',
    country: 'GB',
    phoneType: 'mobile',
  }))
  const prospects = await stage.sql<{ id: string; phone: string }[]>`
    insert into prospects ${stage.sql(given)} returning id, phone`
  const told = scenes.filter((scene) => has(scene, 'receipt'))
  await Promise.all(
    told.map(async (scene) => {
      scene.sentReply = await sendEarlierReply(stage, scene)
    }),
  )
  const { id } = await stage.apps[0].staff.campaigns.start({
    prospectIds: prospects.map((prospect) => prospect.id),
    template: 'Hi {name}, Salonback here. Interested?',
    basis: 'consent',
  })
  await giveEachItsOwn(stage, id, scenes)
}

/** A campaign for each of these, which are in one: started one by one they would be a third of the cost of all meetings. */
async function giveEachItsOwn({ sql }: Stage, id: string, scenes: Scene[]): Promise<void> {
  for (const scene of scenes) scene.campaignId = scene === scenes[0] ? id : randomUUID()
  const campaignIds = scenes.map(({ campaignId }) => campaignId)
  const phones = scenes.map(({ phone }) => phone)
  await sql`
    insert into campaigns (id, state, template, basis, created_by, created_at, watched_from)
    select one::uuid, state, template, basis, created_by, created_at, watched_from
    from campaigns, unnest(${campaignIds}::text[]) as one where id = ${id} and one::uuid <> id`
  await sql`
    update messages m set campaign_id = its.id::uuid
    from unnest(${campaignIds}::text[], ${phones}::text[]) as its (id, phone)
    where m.campaign_id = ${id} and m.phone = its.phone`
}

/** Long ago, so that it does not keep the number from a first text. */
async function sendEarlierReply({ sql, apps, carrier, plans }: Stage, scene: Scene) {
  const usual = plans.get(scene.phone)
  plans.set(scene.phone, () => ({ accept: true, answer: 'created', answerAfterMs: 0, receipts: [] }))
  const body = `Earlier, about ${scene.name}`
  const { id } = await apps[0].staff.messages.reply({ phoneNumber: scene.phone, message: body })
  if (usual) plans.set(scene.phone, usual)
  await sql`
    update messages set created_at = created_at - interval '9 days', accepted_at = accepted_at - interval '9 days'
    where id = ${id}`
  const sid = [...carrier.taken.values()].find((text) => text.to === scene.phone && text.body === body)?.sid
  if (!sid) throw new Error('the carrier does not have the earlier reply')
  return { id, sid }
}
