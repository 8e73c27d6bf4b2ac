import { setImmediate as nextTurn } from 'node:timers/promises'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { campaignPolicies } from '../../campaignPolicies.ts'
import { deferClosed } from '../../core/campaigns/deferClosed.ts'
import { insertCampaign } from '../../core/campaigns/queries.ts'
import { ErasureRefused, erase } from '../../core/erasure/erase.ts'
import { claimDue } from '../../core/messages/claim.ts'
import { receiveText } from '../../core/messages/inbound.ts'
import { recordReceipt } from '../../core/messages/receipts.ts'
import { recordOutcome } from '../../core/messages/send.ts'
import { readMigrations } from '../../platform/backup/schema.ts'
import { MIGRATIONS_TABLE, migrate } from '../../platform/db/migrate.ts'
import { inTransaction, type Sql } from '../../platform/db/open.ts'
import { codeOf } from '../../platform/db/retryOnDeadlock.ts'
import { testApp } from '../../testing/app.ts'
import { emptyDatabase } from '../../testing/database.ts'
import { fictional, makeProspects, makeText } from '../../testing/factories.ts'
import { storedAndCountedFigures } from '../../testing/figures.ts'
import { inboundParams } from '../../testing/webhooks.ts'
import { queueFirstTexts, saveLeftOut } from '../firstTexts/queries.ts'
import { addProspects, startImport } from '../imports/queries.ts'
import { foldFigures } from './fold.ts'

type App = Awaited<ReturnType<typeof testApp>>

/** Few numbers, so that concurrent steps often touch the same one. */
const NUMBERS = 8
const phoneOf = (n: number) => fictional(700 + (n % NUMBERS))

interface World extends Omit<App, 'admin'> {
  admin: string
}

type Step = (world: World, n: number) => Promise<unknown>

const pickRow = async ({ sql }: World, from: string, n: number) => {
  const rows = await sql.unsafe<{ id: string; sid: string | null; phone: string }[]>(from)
  return rows[n % Math.max(1, rows.length)]
}

const bodies = ['YES', 'Hello', 'STOP', 'START', 'sure', 'HELP', 'please stop texting me', 'no thanks']

/** Operations that change the figures; `n` selects the number and the variant. */
const steps: Record<string, Step> = {
  receive: ({ deps, clock }, n) =>
    receiveText(deps, inboundParams({ From: phoneOf(n), Body: bodies[n % 7] ?? '' }), clock()),
  campaign: async (world, n) => {
    const { sql, clock, admin } = world
    const campaign = { createdBy: admin, now: clock() }
    const people = await sql<{ id: string; phone: string }[]>`select id, phone from prospects`
    const dueAt = new Date(clock().getTime() + (n % 3) * 3_600_000)
    const text = { body: 'Hi', segments: 1, dueAt, dueUntil: n % 2 ? null : new Date(dueAt.getTime() + 1000) }
    await inTransaction(sql, async (open) => {
      const id = await insertCampaign(open, { template: 'Hi', basis: 'consent', ...campaign })
      const texts = people.slice(n % 3).map((one, at) => ({
        prospectId: one.id,
        place: at + 1,
        phone: one.phone,
        ...text,
      }))
      await queueFirstTexts(open, { id, now: campaign.now, basis: 'consent', actor: 'maya' }, texts)
      const leftOut = people.slice(0, n % 3).map((one) => ({ prospectId: one.id, reason: 'landline' }))
      await saveLeftOut(open, id, leftOut)
    })
  },
  send: async ({ sql, deps }, n) => {
    for (const text of await claimDue(deps, 3)) {
      const sid = `SM${text.id.replaceAll('-', '')}`
      const outcomes = [
        { kind: 'accepted', sid, segments: 1 },
        { kind: 'ambiguous', message: 'Hm' },
        { kind: 'busy', message: 'Later', retryAfterSeconds: null },
      ] as const
      await inTransaction(sql, (open) =>
        recordOutcome({ ...deps, sql: open }, text, outcomes[n % 3] ?? outcomes[0]),
      )
    }
  },
  receipt: async (world, n) => {
    const text = await pickRow(world, `select id, sid from messages where direction = 'outbound'`, n)
    if (!text) return
    const sid = text.sid ?? `SM${text.id.replaceAll('-', '')}`
    const status = ['sent', 'delivered', 'undelivered', 'failed'][n % 4] ?? ''
    await recordReceipt(
      world.deps,
      { sid, messageId: text.id, status, errorCode: null, raw: {} },
      world.clock(),
    )
  },
  resolve: async (world, n) => {
    const text = await pickRow(world, `select id from messages where status = 'unknown'`, n)
    if (text) await world.staff.messages.resolveUnknown({ id: text.id, outcome: n % 2 ? 'sent' : 'failed' })
  },
  answer: async ({ sql, clock }, n) => {
    await makeText(sql, { phone: phoneOf(n), kind: 'reply', carriesLink: n % 2 === 0, acceptedAt: clock() })
    await sql`update messages set processed = true where phone = ${phoneOf(n)} and direction = 'inbound'`
  },
  reopen: async (world, n) => {
    const text = await pickRow(world, `select id from messages where direction = 'inbound'`, n)
    if (text) await world.staff.messages.setProcessed({ id: text.id, processed: n % 2 === 0 })
  },
  erase: ({ sql, env, clock }, n) => erase(sql, env, null, { phone: phoneOf(n), now: clock() }),
  deleteTexts: ({ sql }, n) => sql`delete from messages where phone = ${phoneOf(n)} and status <> 'sending'`,
  import: async ({ sql, clock }, n) => {
    await inTransaction(sql, async (open) => {
      const id = await startImport(open, null, clock())
      for (const more of [0, 1, 2])
        await addProspects(open, id, JSON.stringify([{ name: 'Salon', phone: phoneOf(n + more) }]), clock())
    })
  },
  deleteProspect: ({ sql }, n) => sql`delete from prospects where phone = ${phoneOf(n)}`,
  changeNumber: ({ sql }, n) =>
    sql`update prospects set phone = ${phoneOf(n + 3)} where phone = ${phoneOf(n)}`,
  changeTextNumber: ({ sql }, n) => sql`
    update messages set phone = ${phoneOf(n + 3)} where phone = ${phoneOf(n)} and kind <> 'first_text'`,
  pause: async (world, n) => {
    const campaign = await pickRow(world, 'select id from campaigns order by created_at desc', n)
    const verb = (['pause', 'resume', 'resume', 'cancel'] as const)[n % 4] ?? 'pause'
    if (campaign) await world.staff.campaigns[verb]({ id: campaign.id })
  },
  defer: ({ deps, clock }, n) => {
    clock.advance((n % 2) * 1_800_000)
    return deferClosed(deps, campaignPolicies)
  },
  submit: ({ sql }, n) =>
    n % 3 === 0
      ? sql`delete from waitlist_responses where phone = ${phoneOf(n)}`
      : sql`insert into waitlist_responses (mobile_number, phone, customer_count, mobile_numbers_count, avg_spend,
          has_marketing_consent, hardest_part_text, consent_agreed)
        values (${phoneOf(n)}, ${phoneOf(n)}, '', '', '', '', '', true)`,
  fold: ({ sql }) => foldFigures(sql),
}

/** Expected errors: rejected requests and conflicts between steps. The step is rolled back. */
function isExpected(error: unknown): boolean {
  const status = (error as { status?: number }).status ?? 0
  return (
    error instanceof ErasureRefused ||
    [404, 409].includes(status) ||
    /^(23503|23505|40P01|55P03)$/.test(codeOf(error) ?? '') ||
    (error instanceof Error && /changed during the erasure/.test(error.message))
  )
}

async function runStep(world: World, { name, n }: { name: string; n: number }) {
  await steps[name]?.(world, n).catch((error: unknown) => {
    if (!isExpected(error)) throw error
  })
}

const event = fc.record({ name: fc.constantFrom(...Object.keys(steps)), n: fc.nat({ max: 1000 }) })

/** Run in this order these steps make every figure nonzero. */
const sequence = [
  ...[
    { import: 0 },
    { campaign: 3 },
    { send: 0 },
    { receipt: 1 },
    { import: 3 },
    { campaign: 1 },
    { import: 6 },
  ],
  ...[
    { campaign: 3 },
    { send: 1 },
    { resolve: 0 },
    { receive: 44 },
    { receive: 0 },
    { send: 0 },
    { submit: 1 },
  ],
].map((one) => Object.entries(one).map(([name, n]) => ({ name, n })))

test('incremental figures always equal a full count under random concurrent steps', async () => {
  const app = await testApp()
  const [admin] = await app.sql<[{ id: string }]>`select id from admins limit 1`
  const world = { ...app, admin: admin.id }
  const seen = new Set<string>()
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(event, { minLength: 1, maxLength: 5 }), { minLength: 4, maxLength: 8 }),
      async (rounds) => {
        for (const round of rounds) {
          let busy = true
          const all = Promise.all(round.map((one) => runStep(world, one))).finally(() => {
            busy = false
          })
          const watcher = (async () => {
            for (; busy; await nextTurn()) {
              const { stored, counted } = await storedAndCountedFigures(app.sql, app.clock())
              expect(stored).toEqual(counted)
            }
          })()
          await Promise.all([all, watcher])
          const { stored, counted } = await storedAndCountedFigures(app.sql, app.clock())
          expect(stored).toEqual(counted)
          for (const [name, count] of Object.entries(stored.funnel)) if (count > 0) seen.add(name)
          for (const [name, count] of Object.entries(stored.inbox)) if (count > 0) seen.add(`inbox ${name}`)
          for (const one of stored.campaigns)
            for (const [name, count] of Object.entries(one)) if (count !== 0) seen.add(`campaign ${name}`)
        }
      },
    ),
    { seed: 20_261_122, numRuns: 4, endOnFailure: true, examples: [[sequence]] },
  )
  expect([...seen].sort()).toEqual([
    ...[
      'canceled',
      'delivered',
      'failed',
      'id',
      'leftOut',
      'queued',
      'sent',
      'total',
      'unknown',
      'waiting',
    ].map((name) => `campaign ${name}`),
    'followupSent',
    'formSubmissions',
    'inbox all',
    'inbox optout',
    'inbox processed',
    'inbox review',
    'initialContactSent',
    'needsReview',
    'optOuts',
    'positiveResponses',
    'totalProspects',
  ])
})

test('a prospect and its text written concurrently are counted, whichever commits first', async () => {
  const app = await testApp()
  const { sql, deps, clock } = app
  const add = (open: Sql, n: number) =>
    open`insert into prospects (name, phone) values ('Salon', ${phoneOf(n)})`
  const receive = (open: Sql, n: number) =>
    receiveText({ ...deps, sql: open }, inboundParams({ From: phoneOf(n), Body: 'YES' }), clock())
  await inTransaction(sql, async (open) => {
    await add(open, 1)
    await receive(sql, 1)
    await foldFigures(sql)
  })
  await inTransaction(sql, async (open) => {
    await receive(open, 2)
    await add(sql, 2)
    await foldFigures(sql)
  })
  for (const round of ['before', 'after']) {
    const { stored, counted } = await storedAndCountedFigures(sql, clock())
    expect(stored, round).toEqual(counted)
    expect(stored.funnel).toMatchObject({ totalProspects: 2, positiveResponses: 2 })
    await foldFigures(sql)
  }
  const left = await sql`
    select from funnel_changes union all select from total_changes union all select from campaign_changes`
  expect(left).toHaveLength(0)
})

test('recount_figures repairs the totals, and truncating a table recounts them', async () => {
  const { sql, clock } = await testApp()
  await makeProspects(sql, 3, 700)
  await makeText(sql, { phone: phoneOf(1), direction: 'inbound', intent: 'positive' })
  await foldFigures(sql)
  await sql`update totals set prospects = 70, review = 7`
  await sql`update funnel set contacted = true`
  await sql`select recount_figures()`
  const recounted = await storedAndCountedFigures(sql, clock())
  expect(recounted.stored).toEqual(recounted.counted)
  expect(recounted.stored.funnel).toMatchObject({ totalProspects: 3, positiveResponses: 1, needsReview: 1 })
  await sql`truncate messages cascade`
  const emptied = await storedAndCountedFigures(sql, clock())
  expect(emptied.stored).toEqual(emptied.counted)
  expect(emptied.stored.funnel).toMatchObject({ totalProspects: 3, positiveResponses: 0, needsReview: 0 })
})

test('the migration counts existing rows and rows that an older version writes meanwhile', async () => {
  const { sql } = await emptyDatabase()
  await sql.unsafe(MIGRATIONS_TABLE)
  for (const { name, text } of await readMigrations()) {
    if (name >= '0017') break
    await sql.unsafe(text)
    await sql`insert into migrations (name) values (${name})`
  }
  const [admin] = await sql<[{ id: string }]>`
    insert into admins (username, password_hash) values ('maya', '') returning id`
  const people = await makeProspects(sql, 5, 700)
  const now = new Date('2026-03-10T12:00:00Z')
  const campaign = { createdBy: admin.id, now }
  const id = await insertCampaign(sql, { template: 'Hi', basis: 'consent', ...campaign })
  await sql`
    insert into messages (direction, kind, phone, body, prospect_id, created_at, status, due_at, campaign_id)
    select 'outbound', 'first_text', phone, 'Hi', id, ${now}, 'queued', ${new Date('2026-03-10T13:00:00Z')}, ${id}
    from prospects where id <> ${people[0]?.id ?? ''}`
  await saveLeftOut(sql, id, [{ prospectId: people[0]?.id ?? '', reason: 'landline' }])
  await makeText(sql, { phone: phoneOf(1), direction: 'inbound', intent: 'positive' })
  const writing = Array.from({ length: 40 }, async (_, n) => {
    await makeText(sql, { phone: phoneOf(n), direction: 'inbound', intent: n % 2 ? 'positive' : 'unclear' })
    await sql`update messages set status = 'canceled' where phone = ${phoneOf(n)} and kind = 'first_text'`
  })
  expect(await migrate(sql)).toContain('0017_figures.sql')
  await Promise.all(writing)
  const { stored, counted } = await storedAndCountedFigures(sql, now)
  expect(stored).toEqual(counted)
  expect(stored.funnel).toMatchObject({ totalProspects: 5, positiveResponses: 2, needsReview: 41 })
  expect(stored.campaigns).toMatchObject([{ total: 4, canceled: 4, leftOut: 1 }])
})
