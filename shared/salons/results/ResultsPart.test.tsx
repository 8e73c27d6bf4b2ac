// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { type FakeCalls, fakePlatform, renderScreen } from '../../kit/testing.tsx'
import { noProof } from '../proof/testing.ts'
import { salonForTests } from '../salons/testing.ts'
import type { ResultPerson } from './contract.ts'
import { ResultsPart } from './ResultsPart.tsx'
import { resultsForTests, shownFunnel } from './testing.ts'

type Calls = NonNullable<FakeCalls['results']>
const salon = salonForTests(1)
const results = resultsForTests()
const [campaign] = results.campaigns

function open(calls: Calls = {}) {
  const path = `/admin/salons/${salon.id}?part=results`
  const platform = fakePlatform(
    { results: { get: async () => results, ...calls }, proof: { get: async () => noProof } },
    path,
  )
  renderScreen(<ResultsPart salon={salon} />, platform)
  return platform
}

const person = (n: number, more: Partial<ResultPerson> = {}): ResultPerson => ({
  clientId: `5d6ff7a0-0000-4000-8000-00000000070${n}`,
  firstName: `Client ${n}`,
  phone: `+44770090060${n}`,
  at: '2026-11-18T10:00:00.000Z',
  ...more,
})

test('a row for each campaign has the clients at each step with their share', async () => {
  open()
  const table = within(await screen.findByRole('region', { name: 'Results by campaign' }))
  const cells = within(table.getAllByRole('row')[1] as HTMLElement).getAllByRole('cell')
  expect(cells.map(({ textContent }) => textContent).slice(1)).toEqual(shownFunnel)
  expect(cells[0]?.textContent).toMatch(/^Nov 17, 2026.*Finished$/)
})

test('the table for screen readers has the numbers of the charts', async () => {
  open()
  const table = within(await screen.findByRole('table', { name: 'Texts, answers and visits by week' }))
  const rows = table.getAllByRole('row')
  expect(rows).toHaveLength(27)
  expect(rows.at(-1)?.textContent).toBe('Nov 16, 20262403112')
  expect((await screen.findByText('Last 26 weeks')).closest('[aria-hidden=true]')).toBeTruthy()
  expect(screen.getByText('480')).toBeTruthy()
})

test('a number opens its clients by pages, and a client leads to the client dialog', async () => {
  const people = vi.fn<NonNullable<Calls['people']>>(async ({ cursor }) =>
    cursor
      ? { items: [person(2, { clientId: null, firstName: null })], nextCursor: null }
      : { items: [person(1)], nextCursor: person(1).clientId },
  )
  const platform = open({ people })
  await userEvent.click(await screen.findByRole('link', { name: '31 answered' }))
  expect(platform.route.get()).toContain(`campaign=${campaign?.id}&step=answered`)
  const dialog = within(await screen.findByRole('dialog', { name: /^Answered, campaign of Nov 17, 2026/ }))
  const link = await dialog.findByRole('link', { name: 'Client 1' })
  await userEvent.click(dialog.getByRole('button', { name: 'Load more clients' }))
  expect((await dialog.findByText('No longer on the list')).parentElement?.textContent).toContain(
    '+44 7700 900602',
  )
  expect(dialog.queryByRole('button', { name: /Load/ })).toBeNull()
  expect(people.mock.calls.map(([{ cursor, step }]) => [step, cursor])).toEqual([
    ['answered', undefined],
    ['answered', person(1).clientId],
  ])
  await userEvent.click(link)
  expect(platform.route.get()).toBe(`/admin/salons/${salon.id}?part=clients&client=${person(1).clientId}`)
})

test('without campaigns the part leads to them', async () => {
  const platform = open({ get: async () => ({ campaigns: [], weeks: results.weeks }) })
  expect(await screen.findByText('No results yet.')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Open campaigns' }))
  expect(platform.route.get()).toBe(`/admin/salons/${salon.id}?part=campaigns`)
})
