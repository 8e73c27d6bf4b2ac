import { basisOf, type ConsentEvent } from '@salonback/shared/salons/clients/basis.ts'
import { type ClientFacts, eligible } from '@salonback/shared/salons/clients/eligible.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { joinApp } from '../../testing/joins.ts'

const PHONE = '+447400100123'
const now = new Date('2026-06-10T12:00:00Z')
const salon = { country: 'GB', timeZone: 'Europe/London' } as const

const kinds = ['written_consent', 'soft_opt_in', 'objection', 'withdrawn'] as const
const sources = ['list', 'join_page', 'join_keyword', 'staff', 'owner'] as const

/** A few days, so that times are often equal. */
const event: fc.Arbitrary<ConsentEvent> = fc.record({
  kind: fc.constantFrom(...kinds),
  source: fc.constantFrom(...sources),
  at: fc.integer({ min: 1, max: 9 }).map((day) => `2026-06-0${day}T09:00:00.000Z`),
  signed: fc.boolean(),
})
const events = fc.array(event, { maxLength: 8 })

const clientWith = (consent: ConsentEvent[], optedOut = false): ClientFacts => ({
  phone: PHONE,
  lastVisit: '2026-01-01',
  nextVisit: null,
  ownVisits: [],
  outcomes: {},
  offeredAt: null,
  erased: false,
  flags: [],
  consent,
  optedOut,
  undeliverable: false,
  unanswered: false,
  lastTextAt: null,
  textsInYear: 0,
  listAsOf: null,
})

const isRefusal = ({ kind }: ConsentEvent) => kind === 'objection' || kind === 'withdrawn'
const isOwn = ({ kind, source, signed }: ConsentEvent) =>
  kind === 'written_consent' && (source === 'join_page' || source === 'join_keyword' || signed === true)

test('a refusal wins over every consent that is not a newer one of the client, in any order of events', () => {
  fc.assert(
    fc.property(events, fc.array(event, { minLength: 1, maxLength: 3 }), fc.nat(), (all, more, seed) => {
      const given = [...all, ...more]
      const shuffled = given
        .map((one, n) => ({ one, key: (n * 7919 + seed) % 101 }))
        .sort((a, b) => a.key - b.key)
        .map(({ one }) => one)
      const basis = basisOf(clientWith(shuffled), salon, now)
      expect(basis).toBe(basisOf(clientWith(given), salon, now))
      const refusals = given.filter(isRefusal).map(({ at }) => at)
      const last = refusals.sort().at(-1)
      if (last === undefined) return
      const renewed = given.some((one) => isOwn(one) && one.at > last)
      expect(basis).toBe(renewed ? 'written_consent' : 'objection')
    }),
    { numRuns: 2000 },
  )
})

test('a STOP wins over every consent', () => {
  fc.assert(
    fc.property(events, (all) => {
      expect(eligible(clientWith(all, true), salon, now)).toBe('opted_out')
    }),
  )
})

test('what staff record as withdrawn, and a STOP, end the consent of a client who joined', async () => {
  const app = await joinApp()
  const { textTo, staff, clock, salon: glow } = app
  const { id } = glow
  await app.sql`update salons set unknown_visits_at = now(), unknown_visits_by = 'Aoife Byrne'`
  await textTo(glow, PHONE, 'JOIN')
  const reason = async () => (await staff.clients.list({ id })).items[0]?.eligibility.reason
  expect(await reason()).toBe('eligible')
  const clientId = (await staff.clients.list({ id })).items[0]?.id ?? ''
  clock.advance(60_000)
  const said = { kind: 'withdrawn', source: 'owner', wording: 'No more texts' } as const
  await staff.clients.recordConsent({ id, clientId, ...said, at: clock().toISOString() })
  expect(await reason()).toBe('objection')
  clock.advance(60_000)
  await textTo(glow, PHONE, 'JOIN')
  expect(await reason()).toBe('eligible')
  await textTo(glow, PHONE, 'STOP')
  await textTo(glow, PHONE, 'JOIN')
  expect(await reason()).toBe('opted_out')
})
