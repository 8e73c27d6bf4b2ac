import { expect, test } from 'vitest'
import type { EntryKind } from './contract.ts'
import { entriesToKeep } from './fees.ts'

/** `fee 1350 a` is on a statement or a fee, `reversal -1350 a open` is a correction on none. */
const entriesOf = (written: string) =>
  written.split(', ').map((one) => {
    const [kind, amount, visitId = null, open] = one.split(' ')
    return { kind: kind as EntryKind, amount: Number(amount), visitId, isOpen: open === 'open' }
  })

const write = (entries: ReturnType<typeof entriesOf>) =>
  entries
    .map(({ kind, amount, visitId, isOpen }) =>
      [kind, amount, visitId, ...(isOpen ? ['open'] : [])].join(' '),
    )
    .join(', ')

test.each<[string, string | null, string]>([
  ['fee 1350 a', '1350 a', 'fee 1350 a'],
  ['fee 1350 a, reversal -1350 a', '1350 a', 'fee 1350 a, reversal -1350 a'],
  ['fee 1350 a, reversal -1350 a open', '1350 a', 'fee 1350 a'],
  ['fee 1350 a, reversal -1350 a open', '1500 a', 'fee 1350 a'],
  ['fee 1350 a, reversal -1350 a open, adjustment 1350 a open', null, 'fee 1350 a'],
  ['fee 1350 a, reversal -1350 a open', '1350 b', 'fee 1350 a, reversal -1350 a open'],
  ['fee 1350 a, reversal -1350 a open, adjustment 1350 b open', '1350 a', 'fee 1350 a'],
  ['fee 1350 a, reversal -1350 a open, adjustment 1350 b open', '900 b', 'fee 1350 a, reversal -1350 a open'],
  ['fee 1350 a, reversal -450 b open', '1000 b', 'fee 1350 a'],
  ['fee 1350 a, reversal -450 b open', '1350 b', 'fee 1350 a, reversal -450 b open'],
  ['fee 1350 a, reversal -1350 a, adjustment 900 a open', '1350 a', 'fee 1350 a, reversal -1350 a'],
  [
    'fee 1350 a, reversal -1350 a open, adjustment 900 a',
    '1350 a',
    'fee 1350 a, reversal -1350 a open, adjustment 900 a',
  ],
  ['fee 1350 a, credit -100 a, reversal -1350 a open', '1350 a', 'fee 1350 a, credit -100 a'],
])('%s when %s is owed', (entries, owed, expected) => {
  const [amount, visitId = ''] = owed?.split(' ') ?? []
  const charge = owed === null ? null : { amount: Number(amount), visitId }
  expect(write(entriesToKeep(entriesOf(entries), charge))).toBe(expected)
})
