import { expect, test } from 'vitest'
import { campaignPolicies } from '../../campaignPolicies.ts'
import { deferClosed } from '../../core/campaigns/deferClosed.ts'
import { insertCampaign } from '../../core/campaigns/queries.ts'
import { erase } from '../../core/erasure/erase.ts'
import { claimDue } from '../../core/messages/claim.ts'
import { receiveText } from '../../core/messages/inbound.ts'
import { recordReceipt } from '../../core/messages/receipts.ts'
import { recordOutcome } from '../../core/messages/send.ts'
import { inTransaction } from '../../platform/db/open.ts'
import { type App, testApp } from '../../testing/app.ts'
import { fictional, makeText } from '../../testing/factories.ts'
import { shownAndCountedFigures } from '../../testing/figures.ts'
import { inboundParams } from '../../testing/webhooks.ts'
import { queueFirstTexts, saveLeftOut } from '../firstTexts/queries.ts'
import { addProspects, startImport } from '../imports/queries.ts'

/** Few numbers, so that steps often touch the same one. */
const NUMBERS = 8
const phoneOf = (n: number) => fictional(700 + (n % NUMBERS))

type Step = (world: App, n: number) => Promise<unknown>

const pickRow = async ({ sql }: App, from: string, n: number) => {
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
    const campaign = { createdBy: admin.id, now: clock() }
    const people = await sql<{ prospectId: string; phone: string }[]>`
      select id as prospect_id, phone from prospects`
    const dueAt = new Date(clock().getTime() + (n % 3) * 3_600_000)
    const text = { body: 'Hi', segments: 1, dueAt, dueUntil: n % 2 ? null : new Date(dueAt.getTime() + 1000) }
    await inTransaction(sql, async (open) => {
      const second = n % 2 ? { secondTemplate: 'Hi again', secondAfterDays: 3 } : {}
      const id = await insertCampaign(open, { template: 'Hi', basis: 'consent', ...campaign, ...second })
      const chosen = people.slice(n % 3)
      const texts = chosen.map(({ prospectId, phone }, at) => ({ prospectId, phone, place: at + 1, ...text }))
      await queueFirstTexts(open, { id, now: campaign.now, basis: 'consent', actor: 'maya' }, texts)
      const leftOut = people.slice(0, n % 3).map(({ prospectId }) => ({ prospectId, reason: 'landline' }))
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
      const outcome = outcomes[n % 3] ?? outcomes[0]
      await inTransaction(sql, (open) => recordOutcome({ ...deps, sql: open }, text, outcome))
    }
  },
  receipt: async (world, n) => {
    const text = await pickRow(world, `select id, sid from messages where direction = 'outbound'`, n)
    if (!text) return
    const sid = text.sid ?? `SM${text.id.replaceAll('-', '')}`
    const status = ['sent', 'delivered', 'undelivered', 'failed'][n % 4] ?? ''
    const receipt = { sid, messageId: text.id, status, errorCode: null, raw: {} }
    await recordReceipt(world.deps, receipt, world.clock())
  },
  resolve: async (world, n) => {
    const text = await pickRow(world, `select id from messages where status = 'unknown'`, n)
    if (text) await world.staff.inbox.resolveUnknown({ id: text.id, outcome: n % 2 ? 'sent' : 'failed' })
  },
  answer: async ({ sql, clock }, n) => {
    await makeText(sql, { phone: phoneOf(n), kind: 'reply', carriesLink: n % 2 === 0, acceptedAt: clock() })
    await sql`update messages set processed = true where phone = ${phoneOf(n)} and direction = 'inbound'`
  },
  reopen: async (world, n) => {
    const text = await pickRow(world, `select id from messages where direction = 'inbound'`, n)
    if (text) await world.staff.inbox.setProcessed({ id: text.id, processed: n % 2 === 0 })
  },
  secondText: async ({ sql, clock }) => {
    clock.advance(60_000)
    const firsts = await sql<{ phone: string; campaignId: string }[]>`
      select phone, campaign_id from messages where kind = 'first_text' and accepted_at is not null and phone not in (
        select phone from messages where kind = 'second_text')`
    for (const first of firsts) await makeText(sql, { ...first, kind: 'second_text', acceptedAt: clock() })
  },
  fillIn: async ({ sql, clock }) => {
    await sql`insert into waitlist_responses (mobile_number, phone, customer_count, mobile_numbers_count, avg_spend,
        has_marketing_consent, hardest_part_text, consent_agreed, submitted_at)
      select phone, phone, '', '', '', '', '', true, ${clock()} from prospects`
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
    if (campaign) await world.staff.firstTexts[verb]({ id: campaign.id })
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
}

/** In this order these steps make every figure nonzero. */
const sequence = `
  import 0, campaign 3, send 0, receipt 1, import 3, campaign 1, import 6, campaign 3, send 1, resolve 0,
  receive 44, receive 0, send 0, submit 1, answer 2, answer 4, reopen 0, deleteProspect 5, changeNumber 2,
  changeTextNumber 4, pause 0, pause 3, defer 1, receive 2, receive 4, fillIn 0, secondText 0, receive 2,
  receive 1, receive 44, receive 56, receive 49, fillIn 0, submit 3, deleteTexts 6, erase 1`

test('every figure equals a count row by row after each step', async () => {
  const app = await testApp()
  const seen = new Set<string>()
  for (const one of sequence.split(',')) {
    const [step = '', n] = one.trim().split(' ')
    await steps[step]?.(app, Number(n))
    const { shown, counted } = await shownAndCountedFigures(app.sql, app.clock())
    expect(shown, `${step} ${n}`).toEqual(counted)
    for (const [name, count] of Object.entries(shown.funnel)) if (count > 0) seen.add(name)
    for (const [name, count] of Object.entries(shown.inbox)) if (count > 0) seen.add(`inbox ${name}`)
    for (const one of shown.campaigns)
      for (const [name, count] of Object.entries(one)) if (count !== 0) seen.add(`campaign ${name}`)
    for (const { id, step: text, ...figures } of shown.results)
      for (const [name, count] of Object.entries(figures)) if (count > 0) seen.add(`${text} text ${name}`)
    for (const { day, ...counts } of shown.days)
      for (const [name, count] of Object.entries(counts)) if (count > 0) seen.add(`day ${name}`)
  }
  const named = (group: string, names: string) => names.split(' ').map((name) => `${group}${name}`)
  expect([...seen].sort()).toEqual([
    ...named('campaign ', 'canceled delivered failed id leftOut queued sent total unknown waiting'),
    ...named('day ', 'answers stops texts yeses'),
    ...named('first text ', 'answered delivered form segments sent stop yes'),
    ...named('', 'followupSent formSubmissions'),
    ...named('inbox ', 'all optout processed review'),
    ...named('', 'initialContactSent needsReview optOuts positiveResponses'),
    ...named('second text ', 'answered form segments sent stop yes'),
    'totalProspects',
  ])
})
