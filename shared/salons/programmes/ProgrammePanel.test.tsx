// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { type FakeCalls, fakePlatform, renderScreen } from '../../kit/testing.tsx'
import { salonForTests } from '../salons/testing.ts'
import type { Programme } from './contract.ts'
import { ProgrammePanel } from './ProgrammePanel.tsx'
import { noProgramme, programmeForTests } from './testing.ts'

const salon = salonForTests(1, { state: 'ready' })

const audience = [
  { lastVisit: '2025-09-01', visits: 1, isVip: false, clients: 28 },
  { lastVisit: '2025-09-01', visits: 4, isVip: false, clients: 12 },
]

function open(programme: Programme, calls: NonNullable<FakeCalls['programmes']> = {}) {
  const path = `/admin/salons/${salon.id}?part=campaigns`
  renderScreen(
    <ProgrammePanel salon={salon} />,
    fakePlatform(
      {
        programmes: { get: async () => programme, ...calls },
        campaigns: { audience: async () => audience },
      },
      path,
    ),
  )
}

test('the months say what happened', async () => {
  open(programmeForTests())
  expect(
    await screen.findByText(
      /^On\. We ask Aoife for a list from Dec 1, 2026\. Approved until Jun 30, 2027\.$/,
    ),
  ).toBeTruthy()
  const months = screen.getAllByRole('listitem').map(({ textContent }) => textContent)
  expect(months[0]).toMatch(
    /^Nov 1, 2026 Asked Aoife 3 times, last on Nov 11, 2026.*No list came: please call Aoife\.$/,
  )
  expect(months[1]).toBe('Oct 1, 2026 Finished210 of 214 texts sent, dates from the list of Oct 2, 2026')
  expect(months[2]).toBe('Sep 1, 2026 No texts: No client of this salon may be texted now')
})

test.each<[string, NonNullable<Programme['settings']>['state'], string | null, RegExp]>([
  ['off', 'off', null, /^Off\.$/],
  ['paused', 'paused', null, /^Aoife paused them/],
  ['ended', 'running', null, /^The approval ended on Jun 30, 2027\. Nothing starts\.$/],
])('a programme that is %s says so', async (_, state, nextAskOn, text) => {
  const { settings } = programmeForTests()
  open(programmeForTests({ settings: settings && { ...settings, state, nextAskOn } }))
  expect(await screen.findByText(text)).toBeTruthy()
})

test('without an approval for each month there is nothing to turn on', async () => {
  open(noProgramme)
  expect(await screen.findByText(/^Aoife has not approved an offer for each month\./)).toBeTruthy()
  expect(screen.queryByRole('switch')).toBeNull()
})

test('the switch and the numbers are saved together', async () => {
  const set = vi.fn<NonNullable<NonNullable<FakeCalls['programmes']>['set']>>(async () => programmeForTests())
  const { offers } = programmeForTests()
  open(programmeForTests({ settings: null, waves: [] }), { set })
  await userEvent.click(await screen.findByLabelText('Start texts each month'))
  fireEvent.change(screen.getByLabelText('Ask for a list on day'), { target: { value: '29' } })
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Please enter a day from 1 to 28')).toBeTruthy()
  fireEvent.change(screen.getByLabelText('Ask for a list on day'), { target: { value: '5' } })
  fireEvent.change(screen.getByLabelText('Visits, at least'), { target: { value: '2' } })
  fireEvent.change(screen.getByLabelText('First batch'), { target: { value: '20' } })
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Monthly texts on')).toBeTruthy()
  const plan = {
    id: salon.id,
    offerId: offers[0]?.id,
    perDay: 20,
    reminderAfterDays: null,
    keptAside: 10,
    askDay: 5,
    audience: { minVisits: 2 },
    firstBatch: 20,
    on: true,
  }
  expect(set).toHaveBeenCalledWith(plan)
})

test('a feed of bookings stands for the list, and the months say where their dates come from', async () => {
  const { waves } = programmeForTests()
  const byFeed = waves.map((wave) => ({ ...wave, listAsOf: null }))
  open(programmeForTests({ feedOn: '2026-11-25', waves: byFeed }))
  expect(
    await screen.findByText(
      'On. Texts are planned from Dec 1, 2026, without a list from Aoife: the booking system keeps the dates fresh, last on Nov 25, 2026. Approved until Jun 30, 2027.',
    ),
  ).toBeTruthy()
  expect(screen.getByLabelText('Plan the texts on day')).toBeTruthy()
  const months = screen.getAllByRole('listitem').map(({ textContent }) => textContent)
  expect(months[1]).toBe('Oct 1, 2026 Finished210 of 214 texts sent, dates from the booking system')
  expect(await screen.findByText('40 clients may be texted now.')).toBeTruthy()
})

const since = '2026-10-02T09:00:00.000Z'
const failed = { by: 'text', state: 'failed', since, at: null } as const
const waiting = { by: 'text', state: 'waiting', since, at: null } as const

test.each<[title: string, wave: Partial<Programme['waves'][number]>, end: RegExp]>([
  [
    'an e-mail told the owner',
    { announcements: [failed, { ...failed, by: 'email', state: 'arrived', at: since }] },
    /\. Announced to Aoife by e-mail on Oct 2, 2026/,
  ],
  [
    'the text arrived',
    { announcements: [{ ...waiting, state: 'arrived', at: since }] },
    /\. Announced to Aoife by text on Oct 2, 2026/,
  ],
  [
    'the text waits',
    { announcements: [waiting] },
    /\. Not announced to Aoife yet: no text leaves before the day after$/,
  ],
  ['no announcement is known', { announcements: [] }, /the list of Oct 2, 2026$/],
  [
    'the announcement came back',
    { announcements: [failed], note: 'The owner could not be reached the day before' },
    /\. The owner could not be reached the day before$/,
  ],
  [
    'it was skipped after its campaign was made',
    { state: 'skipped', announcements: [failed], note: 'The owner could not be reached the day before' },
    /No texts: The owner could not be reached the day before$/,
  ],
])('a month says whether the owner knows: %s', async (_, wave, end) => {
  const { waves } = programmeForTests()
  open(programmeForTests({ waves: waves.map((one) => (one.campaign ? { ...one, ...wave } : one)) }))
  const months = await screen.findAllByRole('listitem')
  expect(months[1]?.textContent).toMatch(end)
})
