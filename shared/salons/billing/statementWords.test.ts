import { expect, test } from 'vitest'
import { reminderWords, statementWords } from './statementWords.ts'

const owing = { number: 3, currency: 'GBP', dueOn: '2026-12-10' }

test.each([
  [5050, 'Statement 3 is ready. To pay by 10 December: £50.50.', 'See it and how to pay'],
  [0, 'Statement 3 is ready. There is nothing to pay.', 'See it here'],
])('a statement with %i to pay', (toPay, sentences, action) => {
  expect(statementWords({ ...owing, toPay })).toEqual({ sentences, action })
})

test.each([
  [
    false,
    'A friendly reminder: £30.50 of statement 3 was to be paid by 10 December. If you have just paid, thank you.',
  ],
  [
    true,
    '£30.50 of statement 3 was to be paid by 10 December and is still open. Is something wrong? Then please write to us.',
  ],
])('a reminder asks for what is left; the last one asks what is wrong (%s)', (isLast, sentences) => {
  expect(reminderWords({ ...owing, outstanding: 3050, isLast })).toEqual({ sentences, action: 'How to pay' })
})
