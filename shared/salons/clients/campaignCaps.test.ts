import { expect, test } from 'vitest'
import { mayText } from './campaignCaps.ts'

const now = new Date('2026-06-10T12:00:00Z')

test.each<[string, string | null, number, number | undefined, string]>([
  ['never texted', null, 0, undefined, 'ok'],
  ['never texted, in a campaign', null, 0, 0, 'ok'],
  ['a second ago', '2026-06-10T11:59:59.000Z', 0, 0, 'texted_recently'],
  ['a millisecond under 7 days', '2026-06-03T12:00:00.001Z', 1, 1, 'texted_recently'],
  ['7 days: the reminder', '2026-06-03T12:00:00.000Z', 1, 1, 'ok'],
  ['7 days, with another offset', '2026-06-03T14:00:00+02:00', 1, 1, 'ok'],
  ['a text of another salon counts', '2026-06-09T12:00:00Z', 0, 0, 'texted_recently'],
  ['a time in the future', '2026-06-11T12:00:00Z', 0, 0, 'texted_recently'],
  ['a time that cannot be read', 'yesterday', 0, 0, 'texted_recently'],
  ['third text in a year', '2026-04-01T12:00:00Z', 2, 0, 'ok'],
  ['fourth text in a year', '2026-04-01T12:00:00Z', 3, 1, 'ok'],
  ['fifth text in a year', '2026-04-01T12:00:00Z', 4, 0, 'yearly_cap'],
  ['more texts than allowed', '2026-04-01T12:00:00Z', 9, 0, 'yearly_cap'],
  ['third text in a campaign', '2026-04-01T12:00:00Z', 2, 2, 'campaign_cap'],
  ['recent and yearly', '2026-06-09T12:00:00Z', 4, 2, 'texted_recently'],
  ['yearly and campaign', '2026-04-01T12:00:00Z', 4, 2, 'yearly_cap'],
])('%s', (_, lastTextAt, textsInYear, textsInCampaign, expected) => {
  const answer = mayText({ lastTextAt, textsInYear, textsInCampaign }, now)
  expect(answer.ok ? 'ok' : answer.cap).toBe(expected)
})
