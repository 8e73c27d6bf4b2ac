import { expect, test } from 'vitest'
import { notIssuedReason } from './dueDates.ts'

const none = { currency: 'GBP', entries: 0, payable: 0, laterFrom: null, disputed: 0 }

test.each([
  ['a fee', { entries: 1, payable: 1350 }, null],
  ['a fee and more later', { entries: 1, payable: 1350, laterFrom: '2026-12-03' }, null],
  ['a fee and a disputed one', { entries: 1, payable: 1350, disputed: 900 }, null],
  ['one penny', { entries: 2, payable: 1 }, null],
  ['only later', { laterFrom: '2026-12-03' }, 'Nothing is payable before Dec 3, 2026'],
  ['only disputed', { disputed: 1350 }, 'The only fee is disputed'],
  ['disputed and later', { laterFrom: '2026-12-03', disputed: 900 }, 'Nothing is payable before Dec 3, 2026'],
  ['in favour of the salon', { entries: 1, payable: -1350 }, 'We owe £13.50: it is taken off the next fees'],
  ['adds up to nothing', { entries: 2, payable: 0 }, 'Fees and reversals add up to nothing'],
  ['nothing at all', {}, 'Nothing is owed'],
])('a salon with %s', (_, unbilled, reason) => {
  expect(notIssuedReason({ ...none, ...unbilled })).toBe(reason)
})
