import { randomUUID } from 'node:crypto'
import { leftOutLabels } from '@salonback/shared/sales/firstTexts/contract.ts'
import { filledQuestionnaire } from '@salonback/shared/sales/waitlist/testing.ts'
import { expect, test } from 'vitest'
import { claimDue } from '../../core/messages/claim.ts'
import { sendClaimed } from '../../core/messages/send.ts'
import { type App, testApp } from '../../testing/app.ts'
import { fictional, makeProspect, makeSalon, makeSender, makeText } from '../../testing/factories.ts'
import { claimOne } from '../../testing/queuedTexts.ts'
import { textFrom } from '../../testing/webhooks.ts'

type Kind = 'first_text' | 'second_text' | 'offer' | 'reminder' | 'followup' | 'details' | 'confirmation'

const automatic: Kind[] = ['first_text', 'second_text', 'offer', 'reminder']

/** A due text of this kind to a new number, of a running campaign if the kind has one. */
async function dueText({ sql, clock }: App, n: number, kind: Kind) {
  const { id: prospectId, phone } = await makeProspect(sql, { phone: fictional(n), name: `Salon ${n}` })
  const isCampaign = automatic.includes(kind)
  const [campaign] = await sql<[{ id: string }]>`
    insert into campaigns (state, template, basis, created_by, created_at, watched_from)
    select 'running', 'Hi', 'consent', id, ${clock()}, ${clock()} from admins limit 1 returning id`
  await sql`
    insert into messages (direction, kind, phone, body, created_at, status, status_at, priority, due_at, due_until, prospect_id,
      campaign_id)
    values ('outbound', ${kind}, ${phone}, 'Hi', ${clock()}, 'queued', ${clock()}, 2, ${clock()}, 'infinity', ${prospectId},
      ${isCampaign ? campaign.id : null})`
  return { prospectId, phone, campaignId: campaign.id }
}

/** Claims all due texts. Returns status or reason by number. */
async function claimAll({ deps, sql }: App) {
  await claimDue(deps, 100)
  const rows = await sql<{ phone: string; status: string; errorMessage: string | null }[]>`
    select phone, status, error_message from messages where direction = 'outbound' and attempts + (status = 'canceled')::int > 0`
  return new Map(rows.map(({ phone, status, errorMessage }) => [phone, errorMessage ?? status]))
}

test('an unanswered text holds every text of a campaign, and no other kind', async () => {
  const app = await testApp()
  const kinds: Kind[] = [...automatic, 'followup', 'details', 'confirmation']
  const phones: string[] = []
  for (const [n, kind] of kinds.entries()) {
    const { phone } = await dueText(app, n, kind)
    await textFrom(app.origin, phone, 'How much is it?')
    phones.push(phone)
  }
  const found = await claimAll(app)
  expect(kinds.map((kind, n) => [kind, found.get(phones[n] ?? '')])).toEqual(
    kinds.map((kind) => [kind, automatic.includes(kind) ? 'Wrote to us' : 'sending']),
  )
})

// Whether a first text still leaves after each text. The follow-up that answers a yes is off in this test.
test.each<[what: string, bodies: string[], outcome: string]>([
  ['a question', ['What time do you open?'], 'Wrote to us'],
  ['a no', ['No thanks'], 'Wrote to us'],
  ['a yes', ['Yes please'], 'Already responded'],
  ['an emoji', ['👍🏽'], 'Already responded'],
  ['a picture without words', [''], 'Wrote to us'],
  ['a thumb down', ['Disliked “Hi, it is Salonback.”'], 'Wrote to us'],
  ['a reaction', ['Laughed at “Hi, it is Salonback.”'], 'sending'],
  ['START', ['START'], 'sending'],
  ['STOP and START', ['STOP', 'START'], 'Opted out before it was sent'],
  ['HELP, which is answered', ['HELP'], 'sending'],
  ['JOIN', ['JOIN'], 'sending'],
  ['a question before START', ['What time do you open?', 'START'], 'Wrote to us'],
  ['a question before HELP', ['What time do you open?', 'HELP'], 'Wrote to us'],
])('a first text after %s', async (_, bodies, outcome) => {
  const app = await testApp()
  const { phone } = await dueText(app, 0, 'first_text')
  for (const body of bodies) await textFrom(app.origin, phone, body)
  await claimDue(app.deps, 10)
  const [row] = await app.sql`select status, error_message from messages where kind = 'first_text'`
  expect(row?.errorMessage ?? row?.status).toBe(outcome)
})

test('a text to any sender holds, whenever it came', async () => {
  const app = await testApp()
  const salon = await makeSender(app.sql, '+447700900900')
  const to = [undefined, salon.address, '+447700900999']
  const phones: string[] = []
  for (const [n, address] of to.entries()) {
    const { phone } = await dueText(app, n, 'first_text')
    await textFrom(app.origin, phone, 'Hello?', address ? { To: address } : {})
    phones.push(phone)
  }
  const { phone: early } = await dueText(app, 10, 'offer')
  await makeText(app.sql, { phone: early, direction: 'inbound', createdAt: new Date('2020-01-01') })
  const found = await claimAll(app)
  expect([...phones, early].map((phone) => found.get(phone))).toEqual(Array(4).fill('Wrote to us'))
})

test('an answer or a decision before the text is due lets it leave; a decided no does not', async () => {
  const app = await testApp()
  const { staff, sql, origin, worker } = app
  const texts: string[] = []
  const bodies = ['What time do you open?', 'How much is it?', 'Hello, wrong number?', 'No thanks']
  for (const [n, body] of bodies.entries()) {
    const text = await dueText(app, n, 'first_text')
    await sql`update messages set due_at = due_at + interval '1 hour' where phone = ${text.phone}`
    await textFrom(origin, text.phone, body)
    texts.push(text.phone)
  }
  const ids = new Map((await staff.inbox.inbound()).map(({ from, id }) => [from, id]))
  const idOf = (n: number) => ids.get(texts[n] ?? '') ?? ''
  await staff.inbox.reply({ phoneNumber: texts[0] ?? '', message: 'Salonback. We text past clients.' })
  await staff.inbox.setProcessed({ id: idOf(1), processed: true })
  await staff.inbox.decide({ id: idOf(2), optOut: false })
  await staff.inbox.setProcessed({ id: idOf(3), processed: true })
  app.clock.advance(3_600_000)
  await worker.round()
  const rows = await sql<{ phone: string; status: string; errorMessage: string | null }[]>`
    select phone, status, error_message from messages where kind = 'first_text' order by phone`
  const outcomes = rows.map(({ status, errorMessage }) => errorMessage ?? status)
  expect(outcomes).toEqual(['sent', 'sent', 'sent', 'Said no'])
})

test.each(automatic)('the send guard cancels a claimed %s when the person writes', async (kind) => {
  const app = await testApp()
  const { phone } = await dueText(app, 0, kind)
  const claimed = await claimOne(app)
  await textFrom(app.origin, phone, 'How much is it?')
  const outcome = await sendClaimed(app.deps, claimed)
  expect(outcome).toMatchObject({ kind: 'blocked', why: 'leftOut', message: 'Wrote to us' })
  const [row] = await app.sql`select status, error_message from messages where direction = 'outbound'`
  expect(row).toMatchObject({ status: 'canceled', errorMessage: 'Wrote to us' })
})

interface Target {
  prospectId: string
  phone: string
}

type Happen = (app: App, target: Target) => Promise<unknown>

const becomes =
  (contactStatus: 'Submitted' | 'Responded'): Happen =>
  ({ staff }, { prospectId: id }) =>
    staff.prospects.setStatus({ id, contactStatus })
const writes =
  (text: { intent: string; processed?: boolean }): Happen =>
  ({ sql }, { phone }) =>
    makeText(sql, { phone, direction: 'inbound', ...text })

/** What may happen to a prospect, and the reason to leave it out. */
const happenings: [what: string, happen: Happen, reason: keyof typeof leftOutLabels][] = [
  [
    'fills in the questionnaire',
    ({ visitor }, { phone }) => visitor.waitlist.submit({ ...filledQuestionnaire, mobileNumber: phone }),
    'submitted',
  ],
  [
    'fills it in with another number, through its link',
    ({ sql }, { phone }) => sql`
      insert into waitlist_responses ${sql({ mobileNumber: '1', phone: '+447700900999', linkedPhone: phone, customerCount: '', mobileNumbersCount: '', avgSpend: '', hasMarketingConsent: '', hardestPartText: '', consentAgreed: true })}`,
    'submitted',
  ],
  ['becomes Submitted', becomes('Submitted'), 'submitted'],
  ['becomes Responded', becomes('Responded'), 'responded'],
  ['becomes a salon', ({ sql }, { prospectId }) => makeSalon(sql, { sourceId: prospectId }), 'our_salon'],
  ['owns a salon', ({ sql }, { phone }) => makeSalon(sql, { ownerPhone: phone }), 'our_salon'],
  [
    'has a salon from a lead',
    async ({ sql }, { phone }) => {
      const [lead] = await sql`insert into leads (mobile_number) values (${phone}) returning id`
      await makeSalon(sql, { sourceId: lead?.id })
    },
    'our_salon',
  ],
  ['says no, and staff are done with it', writes({ intent: 'negative', processed: true }), 'said_no'],
  ['writes', writes({ intent: 'unclear' }), 'open_conversation'],
]

test.each(['first_text', 'second_text'] as const)(
  'a %s is left out for each reason at the claim and by the guard',
  async (kind) => {
    const app = await testApp()
    for (const [n, [what, happen, reason]] of happenings.entries()) {
      const target = await dueText(app, n, kind)
      const claimed = await claimOne(app)
      await happen(app, target)
      const outcome = await sendClaimed(app.deps, claimed)
      expect([what, outcome]).toMatchObject([what, { kind: 'blocked', message: leftOutLabels[reason] }])
      const later = await dueText(app, n + 100, kind)
      await happen(app, later)
      expect([what, (await claimAll(app)).get(later.phone)]).toEqual([what, leftOutLabels[reason]])
    }
  },
)

test('the preview names each reason, also for a large selection', async () => {
  const app = await testApp()
  const { sql, staff } = app
  const targets: [prospectId: string, reason: string][] = []
  for (const [n, [, happen, reason]] of happenings.entries()) {
    const { id: prospectId, phone } = await makeProspect(sql, { phone: fictional(n) })
    await happen(app, { prospectId, phone })
    targets.push([prospectId, reason])
  }
  const ids = targets.map(([id]) => id)
  const many = Array.from({ length: 1000 }, () => randomUUID())
  for (const more of [[], many]) {
    const prospectIds = [...ids, ...more]
    const preview = { prospectIds, template: 'Hi {name}, it is Salonback.' }
    const { leftOut } = await staff.firstTexts.preview(preview)
    const known = leftOut.slice(0, ids.length)
    expect(known.map(({ prospectId, reason }) => [prospectId, reason])).toEqual(targets)
  }
})
