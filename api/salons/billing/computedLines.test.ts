import { money } from '@salonback/shared/formats.ts'
import { changeText, workingText } from '@salonback/shared/salons/billing/statementLines.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'

test('any two amounts and shares give a line that computes', () => {
  const share = (bps: number, amount: number) => Math.floor((amount * bps + 5000) / 10_000)
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 2_000_000 }),
      fc.integer({ min: 0, max: 2_000_000 }),
      fc.integer({ min: 1, max: 10_000 }),
      (before, paid, bps) => {
        const amount = share(bps, paid) - share(bps, before)
        const kind = amount < 0 ? ('reversal' as const) : ('adjustment' as const)
        const line = { kind, amount, paid, paidBefore: before, feeBps: bps }
        const says = workingText(line, 'GBP') ?? ''
        const fees = `fee ${money(share(bps, before), 'GBP')} → ${money(share(bps, paid), 'GBP')}`
        const difference = `${bps / 100} % of ${money(paid - before, 'GBP')} = ${money(amount, 'GBP')}`
        const computes = share(bps, paid - before) === amount
        expect(says).toContain(computes ? difference : fees)
        expect(changeText(line, 'GBP')).toContain(`${money(before, 'GBP')} → ${money(paid, 'GBP')}`)
      },
    ),
  )
})
