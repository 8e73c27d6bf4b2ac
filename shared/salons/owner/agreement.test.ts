import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { dueOnOf, mayDispute } from '../billing/dueDates.ts'
import { payableFromOf } from '../billing/fees.ts'
import { mayText } from '../clients/campaignCaps.ts'
import { AGREEMENT_VERSION } from '../salons/agreementVersion.ts'
import { addDays } from '../salons/days.ts'
import { feeOf } from '../visits/amount.ts'
import { attribute, type ClientHistory, type VisitFacts } from '../visits/attribution.ts'
import { agreementTerms, agreementWording } from './agreement.ts'

const days = { attributionDays: 30, holdDays: 14, paymentDays: 14 }
const party = { name: 'Aoife Hair', feeBps: 3000, currency: 'GBP', ...days } as const
const wording = agreementWording(party)

/** The number in the place of `#` in a sentence of the agreement. */
function stated(sentence: string, text = wording): number {
  const found = new RegExp(sentence.replace('#', '(\\d+)')).exec(text)?.[1]
  if (found === undefined) throw new Error(`The agreement does not say: ${sentence}`)
  return Number(found)
}

const TEXTED = '2026-03-10'
const salon = { timeZone: 'Europe/London', attributionDays: party.attributionDays }
const unknown = { otherVisits: [], otherBookings: [], chargedBefore: false }
const history: ClientHistory = { texts: [`${TEXTED}T12:00:00Z`], ...unknown }
const bookedBefore = { bookedAt: '2026-03-09T12:00:00Z', visitOn: '2026-03-20' }

/** Whether a fee is owed for a visit some days after the text. */
function isCharged(visit: Partial<VisitFacts> = {}, given: Partial<ClientHistory> = {}): boolean {
  const visitOn = addDays(TEXTED, 45)
  const facts = { state: 'attended', service: 'treatment', evidence: ['reply'] } as const
  const bookedAt = `${addDays(TEXTED, 1)}T12:00:00Z`
  return attribute({ ...facts, bookedAt, visitOn, ...visit }, { ...history, ...given }, salon).fee
}

test('the agreement states the days that decide about a fee', () => {
  const booked = stated('booked after our text, and at most # days after the last one')
  expect(isCharged({ bookedAt: `${addDays(TEXTED, booked)}T12:00:00Z` })).toBe(true)
  expect(isCharged({ bookedAt: `${addDays(TEXTED, booked + 1)}T12:00:00Z` })).toBe(false)
  const away = stated('no visit in the # days before it')
  expect(isCharged({}, { otherVisits: [addDays(TEXTED, -away - 1)] })).toBe(true)
  expect(isCharged({}, { otherVisits: [addDays(TEXTED, -away)] })).toBe(false)
})

test.each<[rule: string, says: string, visit: Partial<VisitFacts>, given: Partial<ClientHistory>]>([
  ['day of the visit', 'if we do not know when, the day of the visit counts', { bookedAt: null }, {}],
  ['once', 'Once per client', {}, { chargedBefore: true }],
  ['booked before', 'no booking before the text', {}, { otherBookings: [bookedBefore] }],
  ['earlier visit', 'but an earlier one that we know of', {}, { needsEarlierVisit: true }],
  ['evidence', 'something shows that they came back', { evidence: ['staff'] }, {}],
  ['consultation', 'Consultations', { service: 'consultation' }, {}],
  ['patch test', 'patch tests', { service: 'patch_test' }, {}],
  ['dispute', 'If you are right, you pay nothing for this client', {}, { disputeUpheld: true }],
])('the agreement states the rule "%s", which makes a visit free of charge', (_, says, visit, given) => {
  expect(wording).toContain(says)
  expect([isCharged(), isCharged(visit, given)]).toEqual([true, false])
})

test.each(['link', 'reply', 'system', 'list', 'owner'] as const)(
  'evidence "%s" is charged, and named',
  (kind) => {
    const names = {
      link: 'they opened the booking link',
      reply: 'they answered the text',
      system: 'your booking system has it',
      list: 'a newer list has the visit',
      owner: 'you confirm it',
    }
    expect(isCharged({ evidence: [kind] })).toBe(true)
    expect(wording).toContain(names[kind])
  },
)

test('the agreement states the texts of a year and the days between two', () => {
  const perYear = stated('at most # texts a year')
  const days = stated('none within # days of another')
  const now = new Date('2026-03-10T12:00:00Z')
  const daysAgo = (n: number) => new Date(now.getTime() - n * 24 * 3_600_000).toISOString()
  const allowed = (textsInYear: number, last: number) =>
    mayText({ lastTextAt: daysAgo(last), textsInYear }, now).ok
  expect(allowed(perYear - 1, days)).toBe(true)
  expect([allowed(perYear, days), allowed(perYear - 1, days - 1)]).toEqual([false, false])
})

test('the agreement states the share, its base, the hold and the days to pay', () => {
  expect(feeOf(10_000, party.feeBps)).toBe(stated('you pay # % of what they paid for services') * 100)
  expect(wording).toContain('after discounts, without VAT, tips and products')
  expect(stated('charge a fee # days after the visit')).toBe(party.holdDays)
  expect(dueOnOf(TEXTED, party.paymentDays)).toBe(addDays(TEXTED, stated('pay it within # days')))
})

test('the agreement states that VAT comes on top, and how long an owner can see a fee before it is charged', () => {
  expect(wording).toContain('VAT is added to our fee where we have to charge it')
  const seen = stated('see it on your page for # days')
  const seenAt = new Date('2026-06-01T12:00:00Z')
  const late = {
    visitAt: '2026-03-10T12:00:00Z',
    holdDays: party.holdDays,
    seenAt,
    raises: true,
    earlier: [],
  }
  expect(payableFromOf(late)).toEqual(new Date(`2026-06-0${1 + seen}T12:00:00Z`))
  expect(mayDispute('2026-12-10', '2026-12-10')).toBe(true)
  expect(wording).toContain('dispute it there until the last day to pay its statement')
})

test('the terms of a salon state its own numbers', () => {
  const changes = { feeBps: 2550, attributionDays: 21, holdDays: 7, currency: 'USD' } as const
  const other = agreementWording({ ...party, ...changes })
  expect(other).toContain('25.5 % of what they paid')
  expect(stated('at most # days after the last one', other)).toBe(21)
  expect(stated('charge a fee # days', other)).toBe(7)
  expect(other).toContain('without sales tax, tips and products')
})

test('other words need another version', () => {
  const hash = createHash('sha256').update(wording).digest('hex').slice(0, 16)
  expect([AGREEMENT_VERSION, hash]).toEqual(['2026-11-28', 'f702af905f915ebc'])
})

test('each point of the terms can be read in one breath', () => {
  for (const { title, text } of agreementTerms(party)) {
    expect(title.length, title).toBeLessThan(50)
    expect(text.length, title).toBeLessThan(460)
  }
})
