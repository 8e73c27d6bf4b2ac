import { accountOf } from '@salonback/shared/salons/billing/balances.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'

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
