import { expect, test } from 'vitest'
import { campaignSummary, funnelRates, rate } from './rules.ts'

test.each([
  [0, 0, 0],
  [5, 0, 0],
  [0, 5, 0],
  [1, 3, 33.3],
  [2, 3, 66.7],
  [1, 1, 100],
  [1, 2000, 0.1],
  [1, 2001, 0],
  [1, 8, 12.5],
  [9995, 10000, 100],
  [3, 2, 150],
  [1, 160, 0.6],
])('%i out of %i is %f %%', (part, whole, percent) => {
  expect(rate(part, whole)).toBe(percent)
})

const counts = {
  initialContactSent: 300,
  positiveResponses: 84,
  followupSent: 80,
  formSubmissions: 21,
  optOuts: 12,
}

test('each funnel step is relative to the step before', () => {
  expect(funnelRates(counts)).toEqual({ responseRate: 28, followupRate: 95.2, submissionRate: 26.3 })
})

test('the summary is relative to first texts', () => {
  expect(campaignSummary(counts)).toEqual({ engagementRate: 28, finalConversion: 7, activeCampaigns: 288 })
  expect(campaignSummary({ ...counts, initialContactSent: 0 })).toEqual({
    engagementRate: 0,
    finalConversion: 0,
    activeCampaigns: 0,
  })
})
