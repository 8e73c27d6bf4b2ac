import { expect, test } from 'vitest'
import { offerForTests } from '../offers/testing.ts'
import { noChoice } from './audienceForm.ts'
import { afterEdit, type PlanValues, planOf, planSchema } from './planForm.ts'

const [one, other, without] = [
  offerForTests(1, { reminderText: 'One' }),
  offerForTests(2, { reminderText: 'Other' }),
  offerForTests(3, { reminderText: null }),
]
const offers = [one, other, without]
const before: PlanValues = {
  ...{ offerId: one.id, otherOfferId: other.id, perDay: '20', startAt: '', reminderAfterDays: '10' },
  ...{ keptAside: '10', ...noChoice },
}

test.each<[title: string, edit: Partial<PlanValues>, wanted: Partial<PlanValues>]>([
  ['a number keeps the reminder', { perDay: '30' }, { otherOfferId: other.id, reminderAfterDays: '10' }],
  ['another offer ends the comparison', { offerId: other.id }, { otherOfferId: '', reminderAfterDays: '14' }],
  ['without a reminder in one, there is none', { otherOfferId: without.id }, { reminderAfterDays: '' }],
  ['no other offer', { otherOfferId: '' }, { reminderAfterDays: '14' }],
])('%s', (_, edit, wanted) => {
  expect(afterEdit(offers, before, { ...before, ...edit })).toEqual({ ...before, ...edit, ...wanted })
})

test('a plan names the other offer only if one is chosen', () => {
  expect(planOf(planSchema.parse(before))).toEqual({
    ...{ offerId: one.id, otherOfferId: other.id, perDay: 20, reminderAfterDays: 10, keptAside: 10 },
  })
  expect(planOf(planSchema.parse({ ...before, otherOfferId: '' }))).not.toHaveProperty('otherOfferId')
})
