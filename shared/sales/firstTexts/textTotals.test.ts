import { expect, test } from 'vitest'
import { brand } from '../../brand.ts'
import { prospectForTests } from '../prospects/testing.ts'
import { checklist } from './checklist.ts'
import { textTotals } from './textTotals.ts'

const named = (id: string, name: string, phone: string) =>
  prospectForTests(1, { id, name, phone, category: null })

const gb = { area: 'GB', price: 46_300, unit: 'USD' }
/** 159 characters without the name. */
const nearLimit = `{name} ${'a'.repeat(135)} Reply STOP to opt out.`

test.each([
  [[], [gb], { segments: 0, usual: 0, longer: [], estimate: { cost: [], unpriced: 0 } }],
  [
    [named('a', 'A', '+447700900101'), named('b', 'Bobs', '+447700900102'), named('c', 'C', '+447700900103')],
    [gb],
    {
      segments: 4,
      usual: 1,
      longer: ['b'],
      estimate: { cost: [{ amount: 185_200, unit: 'USD' }], unpriced: 0 },
    },
  ],
  [
    [named('a', 'Long', '+447700900101'), named('b', 'Too long', '+353871234567')],
    [gb],
    { segments: 4, usual: 2, longer: [], estimate: { cost: [{ amount: 92_600, unit: 'USD' }], unpriced: 1 } },
  ],
  [
    [named('a', 'A', '+447700900101')],
    [],
    { segments: 1, usual: 1, longer: [], estimate: { cost: [], unpriced: 1 } },
  ],
])(
  '%# the texts to all recipients: segments, cost and who makes them longer',
  (recipients, prices, totals) => {
    expect(textTotals(recipients, nearLimit, prices)).toEqual(totals)
  },
)

const signed = `${brand.name} here. Interested?`

test.each([
  ['a good text', [signed], [true, true, true]],
  ['nothing', [''], [false, false, false]],
  ['spaces', ['  \n'], [false, false, false]],
  ['no sender', ['Interested?'], [false, true, false]],
  ['an unknown field', [`${signed} {surname}`], [true, true, false]],
  ['a good and an empty text', [signed, ''], [false, false, false]],
  ['two good texts', [signed, `${signed} Reply STOP to opt out.`], [true, true, true]],
])('the checks of %s', (_, templates, done) => {
  expect(checklist(templates).map((check) => check.done)).toEqual(done)
})
