import { accountOf } from '@salonback/shared/salons/billing/balances.ts'
import { salonDetails } from '@salonback/shared/salons/salons/testing.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { testApp } from '../../testing/app.ts'
import { openStatements } from '../salons/owed.ts'

const numbered = (totals: readonly number[]) => totals.map((total, at) => ({ number: at + 1, total }))
const amounts = (payments: readonly number[]) => payments.map((amount) => ({ amount }))

test('the same events in any order give the same balances', () => {
  const total = fc.integer({ min: -50_000, max: 200_000 })
  const amount = fc.integer({ min: -100_000, max: 300_000 })
  fc.assert(
    fc.property(
      fc.array(total, { maxLength: 12 }),
      fc.array(amount, { maxLength: 20 }),
      fc.infiniteStream(fc.nat()),
      (totals, payments, random) => {
        const shuffled = <T>(items: readonly T[]) =>
          items
            .map((item) => ({ item, at: random.next().value as number }))
            .sort((a, b) => a.at - b.at)
            .map(({ item }) => item)
        const account = accountOf(numbered(totals), amounts(payments))
        expect(accountOf(shuffled(numbered(totals)), shuffled(amounts(payments)))).toEqual(account)
        const sum = (numbers: readonly number[]) => numbers.reduce((all, one) => all + one, 0)
        // The sums agree, and there is credit only when nothing is outstanding.
        expect(account.owed).toBe(sum(totals) - sum(payments))
        const open = account.balances.filter(({ outstanding }) => outstanding > 0)
        expect(open.length === 0 || account.credit <= 0).toBe(true)
      },
    ),
  )
})

test('SQL and the rule agree on outstanding sums', async () => {
  const { staff, sql } = await testApp()
  const totals = fc.array(fc.integer({ min: -5000, max: 20_000 }), { maxLength: 6 })
  const paid = fc.array(fc.integer({ min: -3000, max: 15_000 }), { maxLength: 6 })
  const samples = fc.sample(fc.tuple(totals, paid), { numRuns: 25, seed: 7 })
  for (const [number, [given, payments]] of samples.entries()) {
    const { id } = await staff.salons.create(salonDetails({ name: `Salon ${number}` }))
    for (const [at, total] of given.entries())
      await sql`
        insert into statements (salon_id, number, issued_at, issued_by, currency, total, party, lines, page)
        values (${id}, ${at + 1}, now(), 'maya', 'GBP', ${total}, '{}', '[]', '')`
    for (const amount of payments.filter((one) => one !== 0))
      await sql`
        insert into payments (salon_id, received_on, amount, note, created_by, created_at)
        values (${id}, current_date, ${amount}, '', 'maya', now())`
    const found = await sql<{ outstanding: number }[]>`
      select outstanding::bigint as outstanding from (${openStatements(sql)}) b where salon_id = ${id} order by number`
    const { balances } = accountOf(numbered(given), amounts(payments))
    expect(found).toEqual(balances.map(({ outstanding }) => ({ outstanding })))
  }
})
