import { expect, test } from 'vitest'
import { noReminderReason } from './dueDates.ts'

const due = '2026-12-10'
const overdue = 'It is not overdue'
const twice = 'Two reminders were sent: please call the owner'

test.each([
  ['before the day', due, 100, [], '2026-12-09', overdue],
  ['on the day', due, 100, [], '2026-12-10', overdue],
  ['on the day after', due, 100, [], '2026-12-11', null],
  ['a month later', due, 100, [], '2027-01-10', null],
  ['paid', due, 0, [], '2026-12-11', 'It is paid'],
  ['paid too much', due, -5, [], '2026-12-11', 'It is paid'],
  ['paid, and reminded', due, 0, ['2026-12-11'], '2026-12-20', 'It is paid'],
  ['without a day to pay', null, 100, [], '2026-12-11', overdue],
  ['reminded today', due, 100, ['2026-12-11'], '2026-12-11', 'The next one can be sent on 18 December'],
  ['reminded 6 days ago', due, 100, ['2026-12-11'], '2026-12-17', 'The next one can be sent on 18 December'],
  ['reminded 7 days ago', due, 100, ['2026-12-11'], '2026-12-18', null],
  ['reminded long ago', due, 100, ['2026-12-11'], '2027-03-01', null],
  ['over the end of a year', due, 1, ['2026-12-28'], '2027-01-03', 'The next one can be sent on 4 January'],
  ['reminded twice', due, 100, ['2026-12-11', '2026-12-18'], '2026-12-25', twice],
  ['reminded twice, years ago', due, 100, ['2026-12-11', '2026-12-18'], '2028-01-01', twice],
  ['one penny left', due, 1, [], '2026-12-11', null],
] as const)('a reminder: %s', (_, dueOn, outstanding, sentOn, today, reason) => {
  expect(noReminderReason({ dueOn, outstanding, sentOn }, today)).toBe(reason)
})

test('a statement with a disputed fee gets no reminder, unless it is paid', () => {
  const late = { dueOn: due, sentOn: [], disputed: true }
  expect(noReminderReason({ ...late, outstanding: 100 }, '2026-12-11')).toBe(
    'A fee on it is disputed: please decide first',
  )
  expect(noReminderReason({ ...late, outstanding: 0 }, '2026-12-11')).toBe('It is paid')
})
