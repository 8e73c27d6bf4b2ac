import { expect, test } from 'vitest'
import { audienceValues, choiceOf, countText, noChoice } from './audienceForm.ts'

test.each([
  [0, 0, {}, 'No client may be texted now.'],
  [1, 1, {}, '1 client may be texted now.'],
  [1, 0, {}, 'None of 1 client who may be texted now.'],
  [1240, 1240, {}, '1,240 clients may be texted now.'],
  [1240, 312, {}, '312 of 1,240 clients who may be texted now.'],
  [1240, 312, { firstBatch: 20 }, '312 of 1,240 clients who may be texted now. 20 of them first.'],
  [1240, 20, { firstBatch: 20 }, '20 of 1,240 clients who may be texted now.'],
  [0, 0, { needsList: true }, 'No client may be texted with a fresh list.'],
  [40, 12, { needsList: true }, '12 of 40 clients who may be texted with a fresh list.'],
])('%i eligible, %i chosen, %j: %s', (eligible, chosen, more, text) => {
  expect(countText({ eligible, chosen }, more)).toBe(text)
})

test('a stored choice fills the fields that choose it', () => {
  const days = { lastVisitFrom: '2025-01-01', lastVisitTo: '2025-12-31' }
  const audience = { ...days, minVisits: 0, maxVisits: 5, withoutVip: true }
  expect(choiceOf(audienceValues(audience, 20))).toEqual({ audience, firstBatch: 20 })
  expect(audienceValues(null, null)).toEqual(noChoice)
  expect(choiceOf({ ...noChoice, minVisits: 'many' })).toBeNull()
})
