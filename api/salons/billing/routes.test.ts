import { salonDetails } from '@salonback/shared/salons/salons/testing.ts'
import { expect, test } from 'vitest'
import { erase } from '../../core/erasure/erase.ts'
import { ownerActor } from '../../platform/db/actor.ts'
import { confirmVisit, owing } from '../../testing/owing.ts'
import { later } from '../../testing/salons.ts'
import { openDispute } from './disputes.ts'
import { findStatementPage } from './statements.ts'

test('a statement freezes what is payable, and a later refund makes the next one negative', async () => {
  const { staff, sql, id, visitIds } = await owing()
  const owed = { payable: 4050, later: 0, disputed: 0, outstanding: 0 }
  expect((await staff.billing.entries({ id })).owed).toEqual(owed)
  const first = await staff.billing.issue({ id })
  expect(first).toMatchObject({ number: 1, total: 4050, currency: 'GBP', salonName: 'Aoife Hair' })
  expect(first.lines.map(({ client, amount }) => [client, amount])).toEqual([
    ['M. …600', 1350],
    ['O. …602', 1350],
    ['S. …601', 1350],
  ])
  await expect(staff.billing.issue({ id })).rejects.toThrow('Nothing is payable yet')
  const issued = { payable: 0, later: 0, disputed: 0, outstanding: 4050 }
  expect((await staff.billing.entries({ id })).owed).toEqual(issued)
  expect((await staff.salons.get({ id })).counts).toMatchObject({ owed: 0, later: 0, outstanding: 4050 })
  expect(first.account).toEqual(issued)
  const page = await findStatementPage(sql, id, 1)
  expect(page).toMatch(/Not yet payable<.*£0\.00.*Payable<.*£0\.00.*Outstanding<.*£40\.50/s)
  await staff.visits.update({ id, visitId: visitIds[0] ?? '', amount: 0 })
  await staff.salons.update({ id, name: 'Renamed', ownerName: 'Another' })
  expect(await staff.billing.issue({ id })).toMatchObject({ number: 2, total: -1350 })
  expect(await findStatementPage(sql, id, 1)).toBe(page)
  const second = await findStatementPage(sql, id, 2)
  expect(second).toContain('To pay by 3 May 2026: <strong>£27.00</strong>')
  expect(second).toMatch(/This statement<.*-£13\.50<.*Not paid from before<.*£40\.50</s)
  expect(second).toContain('Taken back: the amount was refunded. £45.00 → £0.00.')
  expect(second).toMatch(/-£45\.00<.*30 %<.*-£13\.50</s)
  // Its credit pays a part of the first.
  const { paid, outstanding, left, ...frozen } = await staff.billing.statement({ id, number: 1 })
  expect([paid, outstanding, left]).toEqual([1350, 2700, 2700])
  expect({ ...frozen, paid: 0, outstanding: 4050, left: 4050 }).toEqual(first)
  await staff.billing.recordPayment({ id, receivedOn: '2026-04-19', amount: 4050 })
  expect(await staff.billing.statement({ id, number: 1 })).toMatchObject({ state: 'settled', paid: 4050 })
  // The negative one is still to be paid out.
  expect((await staff.billing.entries({ id })).owed.outstanding).toBe(-1350)
  expect((await staff.billing.statements({ id })).items.map(({ number, state }) => [number, state])).toEqual([
    [2, 'issued'],
    [1, 'settled'],
  ])
})

test('a salon shows what is payable and the disputes that wait', async () => {
  const { staff, sql, clock, id, visitIds } = await owing()
  const counts = async () => (await staff.salons.get({ id })).counts
  expect(await counts()).toMatchObject({ owed: 4050, disputesOpen: 0 })
  const { items } = await staff.billing.entries({ id })
  const entryId = items.find(({ visitId }) => visitId === visitIds[0])?.id ?? ''
  await openDispute(sql, { salonId: id, entryId, note: 'A friend' }, { by: ownerActor(id), now: clock() })
  expect(await counts()).toMatchObject({ owed: 2700, disputesOpen: 1 })
  expect((await staff.salons.get({ id })).nextStep).toBe('1 dispute waits')
  const disputed = await staff.billing.entries({ id, state: 'disputed' })
  expect(disputed.items.map((entry) => entry.id)).toEqual([entryId])
  await staff.billing.issue({ id })
  await staff.billing.decideDispute({ id, entryId, upheld: true })
  expect(await counts()).toMatchObject({ owed: 0, disputesOpen: 0 })
  expect((await staff.billing.entries({ id, state: 'disputed' })).items).toEqual([])
})

test('fees become payable when the days of holding are over', async () => {
  const app = await owing(1)
  const { staff, sql, id } = app
  await sql`update salons set hold_days = 60 where id = ${id}`
  const [client] = (await staff.clients.list({ id, q: 'Orla' })).items
  await confirmVisit(app, id, client?.id ?? '', 1000, '2026-03-20')
  const owed = { payable: 1350, later: 300, disputed: 0, outstanding: 0 }
  expect((await staff.billing.entries({ id })).owed).toEqual(owed)
  await later(app, 60)
  expect((await staff.billing.entries({ id })).owed).toEqual({ ...owed, payable: 1650, later: 0 })
})

test.each<[what: string, happen: (app: Awaited<ReturnType<typeof owing>>) => Promise<unknown>]>([
  ['a fee', (app) => confirmVisit(app, app.id, app.clients[0]?.id ?? '')],
  [
    'a payment',
    ({ staff, id }) => staff.billing.recordPayment({ id, receivedOn: '2026-04-01', amount: 500 }),
  ],
  [
    'the price of a visit without a fee',
    ({ staff, id, clients }) =>
      staff.visits.create({
        ...{ id, clientId: clients[0]?.id ?? '', visitOn: '2026-03-18', amount: 4500 },
        ...{ state: 'attended', note: 'In the diary' },
      }),
  ],
])('the currency of a salon stays once there is %s', async (_, happen) => {
  const app = await owing(0)
  const { staff, id } = app
  await staff.salons.update({ id, currency: 'EUR' })
  await staff.salons.update({ id, currency: 'GBP' })
  await happen(app)
  await expect(staff.salons.update({ id, currency: 'EUR' })).rejects.toThrow('The currency cannot change')
  expect(await staff.salons.update({ id, currency: 'GBP' })).toMatchObject({ currency: 'GBP' })
})

test('20 statements issued at the same time are one, without a gap in the numbers', async () => {
  const { staff, sql, id } = await owing()
  const issued = await Promise.allSettled(Array.from({ length: 20 }, () => staff.billing.issue({ id })))
  expect(issued.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(await sql`select number from statements`).toEqual([{ number: 1 }])
  expect(await sql`select 1 from ledger_entries where statement_id is null`).toHaveLength(0)
})

test('a transaction that is killed leaves no number behind', async () => {
  const { staff, sql, id } = await owing(1)
  await sql`alter table ledger_entries add constraint kill check (statement_id is null) not valid`
  await expect(staff.billing.issue({ id })).rejects.toThrow()
  await sql`alter table ledger_entries drop constraint kill`
  expect(await sql`select 1 from statements`).toHaveLength(0)
  expect(await staff.billing.issue({ id })).toMatchObject({ number: 1 })
})

test('Postgres refuses to change or delete entries and statements', async () => {
  const { staff, sql, id } = await owing(1)
  await staff.billing.issue({ id })
  await staff.billing.recordPayment({ id, receivedOn: '2026-04-01', amount: 100 })
  const frozen = [
    sql`update ledger_entries set amount = 1`,
    sql`update ledger_entries set statement_id = null`,
    sql`update ledger_entries set line = '{}'`,
    sql`delete from ledger_entries`,
    sql`update statements set total = 0`,
    sql`update statements set page = ''`,
    sql`update statements set due_on = '2030-01-01'`,
    sql`update payments set amount = 1`,
    sql`update payments set received_on = '2030-01-01'`,
    sql`delete from payments`,
    sql`truncate payments cascade`,
    sql`delete from statements`,
    sql`delete from offers`,
    sql`truncate ledger_entries cascade`,
    sql`truncate statements cascade`,
    sql`truncate disputes`,
    sql`truncate offers cascade`,
    sql`truncate salons cascade`,
    sql`truncate consent_events`,
    sql`truncate consent_ledger`,
  ]
  for (const change of frozen) await expect(change).rejects.toThrow(/cannot change/)
})

test('entries and statements of one salon are not found in another', async () => {
  const { staff, id } = await owing(1)
  await staff.billing.issue({ id })
  const other = await staff.salons.create(salonDetails({ name: 'Other' }))
  const [entry] = (await staff.billing.entries({ id })).items
  await expect(staff.billing.statement({ id: other.id, number: 1 })).rejects.toThrow('Statement not found')
  const decision = { id: other.id, entryId: entry?.id ?? '', upheld: true }
  await expect(staff.billing.decideDispute(decision)).rejects.toThrow('Entry not found')
  expect(await staff.billing.entries({ id: other.id })).toMatchObject({ items: [], owed: { payable: 0 } })
})

test('an erased client leaves the amount without a name', async () => {
  const { staff, sql, env, clock, id } = await owing(1)
  await erase(sql, env, null, { phone: '+447700900600', now: clock() })
  expect(await sql`select 1 from visits`).toHaveLength(0)
  expect(await sql`select 1 from ledger_entries e join clients c on c.id = e.client_id`).toHaveLength(0)
  expect(await staff.billing.issue({ id })).toMatchObject({ total: 1350 })
})
