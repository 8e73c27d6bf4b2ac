import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { testApp } from '../../testing/app.ts'
import { colleague } from '../../testing/colleague.ts'
import { makeProspects } from '../../testing/factories.ts'
import { textFrom } from '../../testing/webhooks.ts'

const PHONE = '+447700900612'

const tomorrow = (now: Date) => new Date(now.getTime() + 86_400_000).toISOString()

/** Maya and Sam, with a conversation that waits, a possible opt-out, a prospect and a campaign. The clock does not move. */
async function desk() {
  const app = await testApp()
  const { staff: maya, sql, clock, origin } = app
  const sam = await colleague(app)
  await textFrom(origin, PHONE, 'Hello, wrong number?')
  const [text] = await maya.inbox.inbound({})
  const [prospect] = await makeProspects(sql, 1)
  const [campaign] = await sql<[{ id: string }]>`
    insert into campaigns (state, template, basis, created_by, created_at, watched_from)
    select 'running', 'Hi', 'consent', id, ${clock()}, ${clock()} from admins where username = 'maya' returning id`
  const ids = { maya: (await maya.auth.me()).id, sam: (await sam.auth.me()).id }
  const undoKey = randomUUID()
  return {
    ...app,
    maya,
    sam,
    ids,
    key: { number: PHONE },
    keys: { conversations: [{ number: PHONE }] },
    text: text?.id ?? '',
    prospect: prospect?.id ?? '',
    campaign: campaign.id,
    options: { undoKey },
    undo: () => maya.undo.run({ key: undoKey }),
    stored: () => sql`
      select m.processed, m.decided_at, d.taken_by, d.snoozed_until, d.assigned_to, p.contact_status, c.state
      from messages m cross join prospects p cross join campaigns c left join conversation_desk d on true`,
  }
}

type Desk = Awaited<ReturnType<typeof desk>>
type Step = (desk: Desk) => Promise<unknown>

const processed =
  (by: 'maya' | 'sam', to: boolean): Step =>
  (desk) =>
    desk[by].inbox.setProcessed({ id: desk.text, processed: to })
const status =
  (by: 'maya' | 'sam', contactStatus: 'Submitted' | 'Responded' | null): Step =>
  (desk) =>
    desk[by].prospects.setStatus({ id: desk.prospect, contactStatus })
const snooze =
  (by: 'maya' | 'sam', until: string | null): Step =>
  (desk) =>
    desk[by].inbox.snooze({ ...desk.keys, until })
const take =
  (by: 'maya' | 'sam'): Step =>
  (desk) =>
    desk[by].inbox.take({ ...desk.key, over: true })
const assign =
  (by: 'maya' | 'sam', to: 'maya' | 'sam' | null): Step =>
  (desk) =>
    desk[by].inbox.assign({ ...desk.key, to: to && desk.ids[to] })
const campaign =
  (by: 'maya' | 'sam', verb: 'pause' | 'resume'): Step =>
  (desk) =>
    desk[by].firstTexts[verb]({ id: desk.campaign })
const decide: Step = ({ maya, text }) => maya.inbox.decide({ id: text, optOut: false })

interface Case {
  what: string
  first?: Step[]
  change: Step
  /** Afterwards each value is as the change left it. */
  since: Step[]
}

const cases: Case[] = [
  {
    what: 'a text that a colleague reopened and processed',
    first: [decide],
    change: ({ maya, text, options }) => maya.inbox.setProcessed({ id: text, processed: true }, options),
    since: [processed('sam', false), processed('sam', true)],
  },
  {
    what: 'a text that a colleague marked processed as well',
    first: [decide],
    change: ({ maya, text, options }) => maya.inbox.setProcessed({ id: text, processed: true }, options),
    since: [processed('sam', true)],
  },
  {
    what: 'a reopened text that a colleague processed and reopened',
    first: [decide, processed('maya', true)],
    change: ({ maya, text, options }) => maya.inbox.setProcessed({ id: text, processed: false }, options),
    since: [processed('sam', true), processed('sam', false)],
  },
  {
    what: 'a conversation that a colleague reopened and processed',
    first: [decide],
    change: ({ maya, keys, options }) => maya.inbox.markProcessed(keys, options),
    since: [processed('sam', false), ({ sam, keys }) => sam.inbox.markProcessed(keys)],
  },
  {
    what: 'a decided text that was processed since',
    change: ({ maya, text, options }) => maya.inbox.decide({ id: text, optOut: false }, options),
    since: [processed('sam', true), processed('sam', false)],
  },
  {
    what: 'a status that a colleague changed and set again',
    change: ({ maya, prospect, options }) =>
      maya.prospects.setStatus({ id: prospect, contactStatus: 'Submitted' }, options),
    since: [status('sam', 'Responded'), status('sam', 'Submitted')],
  },
  {
    what: 'a status that a colleague set as well',
    change: ({ maya, prospect, options }) =>
      maya.prospects.setStatuses({ ids: [prospect], contactStatus: 'Submitted' }, options),
    since: [status('sam', 'Submitted')],
  },
  {
    what: 'a snooze that a colleague ended and set again',
    first: [decide],
    change: ({ maya, keys, clock, options }) =>
      maya.inbox.snooze({ ...keys, until: tomorrow(clock()) }, options),
    since: [
      snooze('sam', null),
      ({ sam, keys, clock }) => sam.inbox.snooze({ ...keys, until: tomorrow(clock()) }),
    ],
  },
  {
    what: 'a snooze that a colleague set as well',
    first: [decide],
    change: ({ maya, keys, clock, options }) =>
      maya.inbox.snooze({ ...keys, until: tomorrow(clock()) }, options),
    since: [({ sam, keys, clock }) => sam.inbox.snooze({ ...keys, until: tomorrow(clock()) })],
  },
  {
    what: 'a conversation that a colleague took and the caller took back',
    change: ({ maya, key, options }) => maya.inbox.take({ ...key, over: true }, options),
    since: [take('sam'), take('maya')],
  },
  {
    what: 'a released conversation that a colleague took and released',
    first: [take('maya')],
    change: ({ maya, key, options }) => maya.inbox.release(key, options),
    since: [take('sam'), ({ sam, key }) => sam.inbox.release(key)],
  },
  {
    what: 'an assignment that a colleague ended and made again',
    change: ({ maya, key, ids, options }) => maya.inbox.assign({ ...key, to: ids.sam }, options),
    since: [assign('sam', null), assign('maya', 'sam')],
  },
  {
    what: 'an ended assignment that was made and ended again',
    first: [assign('maya', 'sam')],
    change: ({ maya, key, options }) => maya.inbox.assign({ ...key, to: null }, options),
    since: [assign('sam', 'maya'), assign('sam', null)],
  },
  {
    what: 'a paused campaign that was resumed and paused',
    change: ({ maya, campaign: id, options }) => maya.firstTexts.pause({ id }, options),
    since: [campaign('sam', 'resume'), campaign('maya', 'pause')],
  },
  {
    what: 'a resumed campaign that was paused and resumed',
    first: [campaign('maya', 'pause')],
    change: ({ maya, campaign: id, options }) => maya.firstTexts.resume({ id }, options),
    since: [campaign('sam', 'pause'), campaign('sam', 'resume')],
  },
]

test.each(cases)(
  '$what stays, though each value is the same again',
  async ({ first = [], change, since }) => {
    const world = await desk()
    for (const step of first) await step(world)
    await change(world)
    const changed = [...(await world.stored())]
    for (const step of since) await step(world)
    expect([...(await world.stored())]).toEqual(changed)
    expect(await world.undo()).toEqual({ undone: 0, kept: 1 })
    expect([...(await world.stored())]).toEqual(changed)
  },
)

test('two changes are undone one after the other, the newer first', async () => {
  const world = await desk()
  const newer = { undoKey: randomUUID() }
  await decide(world)
  const before = [...(await world.stored())]
  await world.maya.inbox.setProcessed({ id: world.text, processed: true }, world.options)
  await world.maya.inbox.setProcessed({ id: world.text, processed: false }, newer)
  expect(await world.maya.undo.run({ key: newer.undoKey })).toEqual({ undone: 1, kept: 0 })
  expect(await world.undo()).toEqual({ undone: 1, kept: 0 })
  expect([...(await world.stored())]).toEqual(before)
})

test.each(['pause', 'resume'] as const)('a demoted admin cannot undo a %s', async (verb) => {
  const world = await desk()
  if (verb === 'resume') await campaign('maya', 'pause')(world)
  await world.maya.firstTexts[verb]({ id: world.campaign }, world.options)
  const changed = [...(await world.stored())]
  await world.sql`update admins set role = 'agent' where username = 'maya'`
  await expect(world.undo()).rejects.toMatchObject({ status: 403 })
  expect([...(await world.stored())]).toEqual(changed)
  await world.sql`update admins set role = 'admin' where username = 'maya'`
  expect(await world.undo()).toEqual({ undone: 1, kept: 0 })
})

test('a demoted admin can still undo what an agent may do, and a disabled one nothing', async () => {
  const world = await desk()
  await take('maya')(world)
  await world.maya.inbox.release(world.key, world.options)
  await world.sql`update admins set role = 'agent' where username = 'maya'`
  await world.sql`update admins set disabled_at = now() where username = 'maya'`
  await expect(world.undo()).rejects.toMatchObject({ status: 401 })
  await world.sql`update admins set disabled_at = null where username = 'maya'`
  expect(await world.undo()).toEqual({ undone: 1, kept: 0 })
})
