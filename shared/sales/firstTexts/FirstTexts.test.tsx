// @vitest-environment happy-dom

import { act, cleanup, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { outreach } from '../../brand.ts'
import { errorResponse, type FakeCalls, fakePlatform, renderScreen } from '../../kit/testing.tsx'
import { figuresForTests } from '../metrics/testing.ts'
import { prospectForTests } from '../prospects/testing.ts'
import { ComposeFirstTexts } from './ComposeFirstTexts.tsx'
import { firstTemplate } from './compose.ts'
import type { Campaign, CampaignPreview } from './contract.ts'
import { NotDelivered } from './NotDelivered.tsx'
import { campaignForTests, recipientForTests } from './testing.ts'

beforeEach(() =>
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {}, removeEventListener() {} })),
)

const id = '5d6ff7a0-0000-4000-8000-000000000001'
const salon = prospectForTests(1, { id, name: 'Glow Nail Lounge', category: null, phone: '+447700900142' })
const all: CampaignPreview = { recipients: 1, waiting: 0, segments: 2, leftOut: [], samples: [], prices: [] }

/** Opens the form for these prospects. All of them can get the text. */
function compose(calls: FakeCalls = {}, prospects = [salon]) {
  const platform = fakePlatform({ firstTexts: { preview: async () => all }, settings: {}, ...calls })
  const ids = prospects.map((one) => one.id)
  renderScreen(
    <ComposeFirstTexts prospects={prospects} prospectIds={ids} onStarted={() => {}} onClose={() => {}} />,
    platform,
  )
  return platform
}

test('shows no recipients or counts until the server has answered', async () => {
  let answer = (_: CampaignPreview) => {}
  const preview = vi
    .fn<() => Promise<CampaignPreview>>()
    .mockRejectedValueOnce(errorResponse(500, 'The database is away'))
    .mockImplementation(() => new Promise((done) => (answer = done)))
  compose({ firstTexts: { preview } })
  expect(await screen.findByText('Could not check who can get it')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('Checking 1 prospect...')).toBeTruthy()
  expect(screen.queryByText(/Nobody in this selection/)).toBeNull()
  expect(screen.getByRole('button', { name: 'Send 1 First Text' })).toHaveProperty('disabled', true)
  await act(async () => answer(all))
  expect(await screen.findByRole('button', { name: 'Send 1 First Text' })).toHaveProperty('disabled', false)
  expect(screen.getByText('To Glow Nail Lounge')).toBeTruthy()
})

test('the preview is read once; segments of other templates are counted locally', async () => {
  const preview = vi.fn(async () => ({ ...all, recipients: 2 }))
  const long = prospectForTests(2, { category: null, name: 'A name that is longer than most others' })
  compose({ firstTexts: { preview } }, [salon, long])
  expect(await screen.findByText('2 texts, 3 segments')).toBeTruthy()
  const field = screen.getByRole('textbox', { name: 'Text' })
  await userEvent.clear(field)
  await userEvent.paste(`Salonback: {name} ${'a'.repeat(60)}`)
  expect(await screen.findByText('2 texts, 2 segments')).toBeTruthy()
  await userEvent.paste('{name')
  expect(screen.queryByText(/segments$/)).toBeNull()
  expect(preview).toHaveBeenCalledTimes(1)
})

test.each([
  [true, 3],
  [false, 2],
])('the published number is a reason to write only where the agency says so: %s', async (texts, reasons) => {
  const { textsPublishedNumbers } = outreach
  onTestFinished(() => void Object.assign(outreach, { textsPublishedNumbers }))
  outreach.textsPublishedNumbers = texts
  compose()
  expect(await screen.findAllByRole('radio')).toHaveLength(reasons)
  expect(screen.queryAllByText(/published/i)).toHaveLength(texts ? 1 : 0)
})

test('an earlier text is chosen with its results, and the campaign gets a name', async () => {
  const start = vi.fn<(input: object) => Promise<Campaign>>(async () => campaignForTests())
  const figures = figuresForTests(1, { template: 'Salonback: fewer gaps, {name}?', stop: 1 })
  const metrics = { campaigns: async () => [figures] }
  compose({ firstTexts: { preview: async () => all, start }, metrics })
  await userEvent.click(await screen.findByRole('button', { name: 'Earlier texts...' }))
  expect(await screen.findByText('200 sent · 95.0% delivered · 20.0% answered · 0.5% opted out')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: /^Use this text/ }))
  expect(screen.getByRole('textbox', { name: 'Text' })).toHaveProperty('value', figures.template)
  await userEvent.click(screen.getByText('They agreed to texts from us'))
  await userEvent.type(screen.getByRole('textbox', { name: 'Name (optional)' }), ' Spas ')
  await userEvent.click(screen.getByRole('button', { name: 'Send 1 First Text' }))
  expect(start.mock.lastCall?.[0]).toEqual({
    name: 'Spas',
    ...{ basis: 'consent', template: figures.template, prospectIds: [id] },
  })
})

test('a test goes to the number of the account; without one the account opens', async () => {
  const send = vi.fn(async () => ({ phone: '+447700900199' }))
  let phone: string | null = null
  const testTexts = { number: async () => ({ phone }), send }
  const platform = compose({ testTexts })
  const add = await screen.findByRole('button', { name: 'add your number' })
  expect(screen.getByRole('button', { name: 'Send a test to me' })).toHaveProperty('disabled', true)
  await userEvent.click(add)
  expect(platform.route.get()).toContain('account=emails')
  cleanup()
  phone = '+447700900199'
  compose({ testTexts })
  await screen.findByRole('button', { name: 'Change' })
  await userEvent.click(screen.getByRole('button', { name: 'Send a test to me' }))
  expect(send.mock.lastCall).toEqual([{ template: firstTemplate, prospectId: id }])
  await userEvent.clear(screen.getByRole('textbox', { name: 'Text' }))
  expect(screen.getByRole('button', { name: 'Send a test to me' })).toHaveProperty('disabled', true)
})

test('a failed list of undelivered texts shows an error and can be read again', async () => {
  const failed = recipientForTests({ prospectId: id, errorCode: 30005 })
  const recipients = vi
    .fn()
    .mockRejectedValueOnce(errorResponse(500, 'The database is away'))
    .mockImplementation(async ({ status }: { status: string }) => (status === 'failed' ? [failed] : []))
  renderScreen(
    <NotDelivered id={id} step="first" counts={{ unknown: 0, failed: 1, canceled: 0 }} />,
    fakePlatform({ firstTexts: { recipients } }),
  )
  expect(await screen.findByText('Error loading undelivered texts')).toBeTruthy()
  expect(screen.queryByRole('table')).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('cell', { name: '+44 7700 900142' })).toBeTruthy()
})
