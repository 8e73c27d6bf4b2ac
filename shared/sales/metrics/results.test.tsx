// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { type FakeCalls, fakePlatform, renderScreen } from '../../kit/testing.tsx'
import { ByCampaign } from './ByCampaign.tsx'
import { ByDay } from './ByDay.tsx'
import { figuresForTests } from './testing.ts'

const [first, second] = [figuresForTests(1), figuresForTests(2, { sent: 10, yes: 5 })]

function open(calls: NonNullable<FakeCalls['metrics']> = {}, path = '/admin?tab=dash') {
  const metrics = { campaigns: async () => [second, first], ...calls }
  const platform = fakePlatform({ metrics }, path)
  renderScreen(<ByCampaign />, platform)
  return platform
}

const firstCells = async () => {
  const table = within(await screen.findByRole('region', { name: 'Results by campaign' }))
  return table
    .getAllByRole('row')
    .slice(1)
    .map((row) => within(row).getAllByRole('cell')[0]?.textContent)
}

test('a row has counts with their share of the numbers texted', async () => {
  open({ campaigns: async () => [first] })
  const table = within(await screen.findByRole('region', { name: 'Results by campaign' }))
  const cells = within(table.getAllByRole('row')[1] as HTMLElement).getAllByRole('cell')
  expect(cells.map(({ textContent }) => textContent).slice(1)).toEqual([
    ...['200', '19095.0%', '4020.0%', '105.0%', '0', '42.0%', '220'],
  ])
})

test('a heading sorts by share, highest first, then the reverse', async () => {
  const platform = open()
  expect(await firstCells()).toEqual([expect.stringContaining('Text 2'), expect.stringContaining('Text 1')])
  await userEvent.click(screen.getByRole('button', { name: 'Sent' }))
  expect(await firstCells()).toEqual([expect.stringContaining('Text 1'), expect.stringContaining('Text 2')])
  expect(platform.route.get()).toBe('/admin?tab=dash&sort=-sent')
  await userEvent.click(screen.getByRole('button', { name: 'Yes' }))
  expect((await firstCells())[0]).toContain('Text 2')
  expect(screen.getByRole('columnheader', { name: 'Yes' }).getAttribute('aria-sort')).toBe('descending')
  await userEvent.click(screen.getByRole('button', { name: 'Yes' }))
  expect((await firstCells())[0]).toContain('Text 1')
})

test('a number opens its people, each with a conversation', async () => {
  const people = vi.fn(async () => ({
    items: [{ name: 'Opal Spa', phone: '+447700900301', at: '2026-11-18T10:00:00.000Z' }],
    nextCursor: null,
  }))
  const platform = open({ people })
  await userEvent.click((await screen.findAllByRole('button', { name: '10 Yes' }))[0] as HTMLElement)
  const dialog = within(await screen.findByRole('dialog', { name: /^Yes, campaign of/ }))
  const link = await dialog.findByRole('link', { name: 'Opal Spa' })
  expect(people.mock.lastCall).toMatchObject([{ id: first.id, outcome: 'yes' }, {}])
  await userEvent.click(link)
  expect(platform.route.get()).toBe('/admin?tab=sms&number=%2B447700900301')
})

test('without campaigns there is no table', async () => {
  const campaigns = vi.fn(async () => [])
  open({ campaigns })
  expect(await screen.findByText('By campaign')).toBeTruthy()
  await waitFor(() => expect(screen.queryByText('By campaign')).toBeNull())
})

test('the period is read in the time zone of the computer and kept in the address', async () => {
  const days = vi.fn(async () => [
    { day: '2026-11-17', texts: 0, answers: 0, yeses: 0, stops: 0 },
    { day: '2026-11-18', texts: 40, answers: 3, yeses: 1, stops: 2 },
  ])
  const platform = fakePlatform({ metrics: { days } }, '/admin?tab=dash')
  renderScreen(<ByDay />, platform)
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions()
  const table = within(await screen.findByRole('table', { name: 'Texts, answers, yeses and STOPs by day' }))
  expect(table.getAllByRole('row').map(({ textContent }) => textContent)).toEqual([
    'DayTextsAnswersYesesSTOPs',
    'Nov 18, 202640312',
  ])
  expect(days).toHaveBeenLastCalledWith({ period: '30', timeZone }, expect.anything())
  await userEvent.click(screen.getByRole('radio', { name: 'All' }))
  await waitFor(() => expect(days).toHaveBeenLastCalledWith({ period: 'all', timeZone }, expect.anything()))
  expect(platform.route.get()).toBe('/admin?tab=dash&days=all')
})
