// @vitest-environment happy-dom

import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { type FakeCalls, fakePlatform, renderScreen } from '../../kit/testing.tsx'
import { campaignForTests } from '../firstTexts/testing.ts'
import type { SmsMetrics } from './contract.ts'
import { DashTab } from './DashTab.tsx'

const metrics: SmsMetrics = {
  totalProspects: 5000,
  initialContactSent: 1152,
  positiveResponses: 212,
  followupSent: 187,
  formSubmissions: 64,
  optOuts: 41,
  needsReview: 7,
  responseRate: 18.4,
  followupRate: 88.2,
  submissionRate: 34.2,
}
const campaign = campaignForTests({ waiting: 0 })

const calls = (over: FakeCalls = {}): FakeCalls => ({
  metrics: { sms: async () => metrics },
  firstTexts: { list: async () => [campaign] },
  settings: { get: async ({ key }) => ({ settingKey: key, settingValue: 'true' }) },
  ...over,
})

test.each([
  ['Total Prospects', '5,000', 'available for campaigns', '/admin?tab=prospects&status=all'],
  ['Initial SMS Sent', '1,152', 'first contact attempts', '/admin?tab=prospects&reached=contacted'],
  ['Positive Responses', '212', 'replied YES or interested', '/admin?tab=prospects&reached=positive'],
  ['Follow-up SMS Sent', '187', 'landing page links sent', '/admin?tab=prospects&reached=followup'],
  ['Form Submissions', '64', 'completed waitlist forms', '/admin?tab=waitlist'],
  ['Opt-Outs', '41', 'replied STOP or unsubscribed', '/admin?tab=dash&show=optouts'],
  ['Needs Review', '7', 'requires manual attention', '/admin?tab=sms&filter=review'],
])('%s shows %s and opens its list', async (label, value, note, path) => {
  const platform = fakePlatform(calls(), '/admin?tab=dash')
  renderScreen(<DashTab />, platform)
  const card = await screen.findByRole('button', { name: new RegExp(`^${label}`) })
  expect(card.textContent).toContain(value)
  expect(card.textContent).toContain(note)
  await userEvent.click(card)
  expect(platform.route.get()).toBe(path)
})

test('opt-outs are listed with their source; erased ones are counted; a row opens its conversation', async () => {
  const since = '2026-11-20T09:02:00.000Z'
  const one = { since, recordedBy: null, businessName: null }
  const optOuts = async () => [
    {
      ...one,
      phoneNumber: '+447700900401',
      source: 'keyword' as const,
      wording: 'STOP',
      businessName: 'Glow',
    },
    {
      ...one,
      phoneNumber: '+447700900402',
      source: 'staff' as const,
      wording: 'rang us',
      recordedBy: 'maya',
    },
  ]
  const platform = fakePlatform(calls({ inbox: { optOuts } }), '/admin?tab=dash&show=optouts')
  renderScreen(<DashTab />, platform)
  const rows = await screen.findAllByRole('row')
  expect(rows.slice(1).map((row) => row.textContent)).toEqual([
    expect.stringMatching(/^Glow\+44 7700 900401Texted STOP/),
    expect.stringMatching(/^\+44 7700 900402Recorded by maya: “rang us”/),
  ])
  expect(screen.getByText(/^39 more were erased on request/)).toBeTruthy()
  await userEvent.click(screen.getByText('Glow'))
  expect(platform.route.get()).toBe('/admin?tab=sms&number=%2B447700900401')
})

test('the funnel has a bar per step, with one decimal', async () => {
  renderScreen(<DashTab />, fakePlatform(calls()))
  const bar = async (name: string) =>
    (await screen.findByRole('progressbar', { name })).getAttribute('aria-valuetext')
  expect(await bar('Response Rate')).toBe('18.4%')
  expect(await bar('Follow-up Rate')).toBe('88.2%')
  expect(await bar('Submission Rate')).toBe('34.2%')
  expect(screen.getByText('212 positive responses out of 1,152 initial contacts')).toBeTruthy()
})

test('a rate over 100 % shows an explanation', async () => {
  const over = { ...metrics, followupSent: 46, formSubmissions: 48, submissionRate: 104.3 }
  renderScreen(<DashTab />, fakePlatform(calls({ metrics: { sms: async () => over } })))
  expect(await screen.findByText('104.3%')).toBeTruthy()
  expect(screen.getByText('48 form submissions out of 46 follow-ups')).toBeTruthy()
  expect(
    screen.getByText(/^Over 100%: Includes second forms and forms from owners who got no follow-up/),
  ).toBeTruthy()
  expect(screen.getAllByText(/^Over 100%/)).toHaveLength(1)
})

test('the summary shows the derived rates', async () => {
  renderScreen(<DashTab />, fakePlatform(calls()))
  const value = async (label: string) => (await screen.findByText(label)).nextSibling?.textContent
  expect(await value('Total Database')).toBe('5,000')
  expect(await value('Campaigns Sent')).toBe('1,152')
  expect(await value('Engagement Rate')).toBe('18.4%')
  expect(await value('Final Conversion')).toBe('5.6%')
  expect(await value('Active Campaigns')).toBe('1,111 contacts')
})

test('a running campaign shows all counts and can be paused', async () => {
  const paused = { ...campaign, state: 'paused' as const, pausedBy: 'maya', pausedReason: 'Paused by maya' }
  const pause = vi.fn(async () => paused)
  const list = vi.fn(async () => [pause.mock.calls.length ? paused : campaign])
  renderScreen(<DashTab />, fakePlatform(calls({ firstTexts: { list, pause } })))
  expect(await screen.findByText('152 of 240')).toBeTruthy()
  for (const words of [
    '131 delivered',
    '12 sent, no receipt yet',
    '88 queued',
    '6 failed',
    '1 unknown',
    '2 canceled',
  ]) {
    expect(screen.getByText(words)).toBeTruthy()
  }
  await userEvent.click(screen.getByRole('button', { name: 'Pause' }))
  expect(await screen.findByText('Paused')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Resume' })).toBeTruthy()
})

test('resuming an automatically paused campaign asks first', async () => {
  const reason = 'Paused itself: 7 of the last 200 opted out, the limit is 3%.'
  const resume = vi.fn(async () => campaign)
  const list = async () => [{ ...campaign, state: 'paused' as const, pausedReason: reason }]
  renderScreen(<DashTab />, fakePlatform(calls({ firstTexts: { list, resume } })))
  expect(await screen.findByText(reason)).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Resume...' }))
  expect(resume).not.toHaveBeenCalled()
  await userEvent.click(await screen.findByRole('button', { name: 'Resume' }))
  expect(resume).toHaveBeenCalledWith({ id: campaign.id })
})
