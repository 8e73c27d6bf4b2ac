import type { Declaration } from '@salonback/shared/salons/lists/contract.ts'
import { expect, test } from 'vitest'
import { listOf, storeList, uploadList } from '../../testing/salons.ts'
import { testSalon } from '../../testing/testSalon.ts'
import { textFrom } from '../../testing/webhooks.ts'

const ROWS = [
  'Mary,2025550101,2025-09-01,Opted In',
  'Orla,2025550102,2025-10-01,No',
  'Zoe,2025550103,2025-10-01,',
]

async function storedWith(country: 'GB' | 'US', said: Omit<Declaration, 'customers'>, rows = ROWS) {
  const { app, id } = await testSalon()
  const timeZone = country === 'US' ? 'America/New_York' : 'Europe/London'
  await app.sql`update salons set country = ${country}, time_zone = ${timeZone} where id = ${id}`
  const { id: listId } = await (await uploadList(app, id, listOf(rows))).json()
  const declaration = { customers: true, ...said } as const
  await app.staff.lists.commitList({ id, listId, asOf: '2026-03-09', declaration })
  const events = await app.sql<{ phone: string; kind: string; evidence: object | null }[]>`
    select phone, kind, evidence from consent_events order by phone, kind`
  return { ...app, id, listId, events, waterfall: (await app.staff.clients.list({ id })).waterfall }
}

const inWriting = { knewOfTexts: 'yes', consentInWriting: 'yes' } as const

test.each<[string, Omit<Declaration, 'customers'>, number, string[]]>([
  ['written agreement', inWriting, 1, ['soft_opt_in', 'written_consent']],
  ['written agreement, texts unknown', { ...inWriting, knewOfTexts: 'no' }, 1, ['written_consent']],
  ['no written agreement', { knewOfTexts: 'yes', consentInWriting: 'no' }, 0, ['soft_opt_in']],
  ['unknown', { knewOfTexts: 'yes', consentInWriting: 'unknown' }, 0, ['soft_opt_in']],
  ['not said', { knewOfTexts: 'yes' }, 0, ['soft_opt_in']],
  ['not said, texts unknown', { knewOfTexts: 'unknown' }, 0, ['listed_yes']],
])('a yes on a US list, declared as %s', async (_, answers, eligible, kinds) => {
  const { events, waterfall, sql, listId } = await storedWith('US', answers)
  expect(waterfall).toMatchObject({ eligible, objection: 1 })
  const ofMary = events.filter(({ phone }) => phone === '+12025550101')
  expect(ofMary.map(({ kind }) => kind)).toEqual(kinds)
  const [list] = await sql`select sha256 from client_lists where id = ${listId}`
  const said = { column: 'Marketing Consent', row: 2, value: 'Opted In', listDate: '2026-03-09' }
  for (const { evidence } of ofMary) expect(evidence).toEqual({ sha256: list?.sha256, ...said })
  const others = events.filter(({ phone }) => phone !== '+12025550101')
  expect(others.every(({ evidence }) => evidence === null)).toBe(true)
})

test('a British yes in writing outlives soft opt-in; another yes does not', async () => {
  const old = ['Mary,07700 900501,2019-09-01,Yes']
  const written = await storedWith('GB', inWriting, old)
  expect(written.waterfall).toMatchObject({ eligible: 1 })
  const unknown = await storedWith('GB', { knewOfTexts: 'yes' }, old)
  expect(unknown.waterfall).toMatchObject({ basis_expired: 1 })
})

test('the preview of a US list counts a yes as if it were in writing', async () => {
  const { app, id } = await testSalon()
  await app.sql`update salons set country = 'US', time_zone = 'America/New_York' where id = ${id}`
  const { waterfall } = await (await uploadList(app, id, listOf(ROWS))).json()
  expect(waterfall).toMatchObject({ eligible: 1, objection: 1, no_basis: 1 })
})

test('an answer decided as consent is written consent only by the declaration of its list', async () => {
  for (const [consentInWriting, kind] of [
    ['yes', 'written_consent'],
    ['no', 'listed_yes'],
  ] as const) {
    const said = { knewOfTexts: 'unknown', consentInWriting } as const
    const { staff, sql, id } = await storedWith('US', said, ['Mary,2025550101,2025-09-01,asked mum'])
    await staff.lists.decideAnswer({ id, value: 'asked mum', answer: 'consent' })
    expect(await sql`select kind, source, evidence->>'value' as value from consent_events`).toEqual([
      { kind, source: 'staff', value: 'asked mum' },
    ])
  }
})

test('after a yes on a list, another no is an objection again, also of a client who joined between', async () => {
  const { app, id, sender } = await testSalon()
  const steps: [said: string | null, reason: string][] = [
    ['No', 'objection'],
    // The booking system still has the no of before.
    [null, 'eligible'],
    ['No', 'eligible'],
    ['Yes', 'eligible'],
    ['', 'eligible'],
    ['No', 'objection'],
    ['Yes', 'objection'],
  ]
  for (const [said, reason] of steps) {
    app.clock.advance(60_000)
    if (said === null) await textFrom(app.origin, '+447700900501', 'JOIN', { To: sender.address })
    else await storeList(app, id, [`Mary,07700 900501,2025-09-01,${said}`])
    const { items } = await app.staff.clients.list({ id })
    expect([said, items[0]?.eligibility.reason]).toEqual([said, reason])
  }
})
