// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Suspense } from 'react'
import { expect, test } from 'vitest'
import { personPath } from '../../host/addresses.ts'
import { fakePlatform, renderScreen } from '../../kit/testing.tsx'
import type { FoundGroup } from '../people/contract.ts'
import type { Found8 } from './hits.ts'
import { SearchDialog } from './SearchDialog.tsx'
import { useSearch } from './useSearch.ts'

const group = (...names: string[]): FoundGroup => ({
  items: names.map((name, n) => ({
    id: `5d6ff7a0-0000-4000-8000-00000000090${n}`,
    name,
    phone: `+44770090014${n}`,
    detail: 'London',
    salonId: null,
  })),
  total: names.length,
})
const nothing: Found8 = {
  prospects: group(),
  leads: group(),
  waitlist: group(),
  contact: group(),
  clients: group(),
  salons: group(),
}

function Host() {
  const search = useSearch()
  return (
    <>
      <input aria-label="Elsewhere" />
      <button type="button" onClick={search.open}>
        Search everything
      </button>
      {search.isOpen && (
        <Suspense>
          <SearchDialog early={search.early} onClose={search.close} onChosen={() => {}} />
        </Suspense>
      )}
    </>
  )
}

function open(answer: (text: string, signal: AbortSignal | undefined) => Promise<Found8>) {
  const platform = fakePlatform({
    people: { search: ({ text }, options) => answer(text, options?.signal) },
  })
  renderScreen(<Host />, platform)
  return platform
}

test('Ctrl K, four letters and Enter open a person', async () => {
  const platform = open(async () => ({ ...nothing, prospects: group('Amber Barbers') }))
  const user = userEvent.setup({ delay: null })
  await user.keyboard('{Control>}k{/Control}ambe{Enter}')
  await waitFor(() => expect(platform.route.get()).toBe(personPath('+447700900140')))
  expect(screen.queryByRole('combobox')).toBeNull()
})

test('a very long text finds nothing and fails nothing', async () => {
  const lengths: number[] = []
  open(async (text) => {
    lengths.push(text.length)
    return nothing
  })
  const user = userEvent.setup({ delay: null })
  await user.keyboard('{Control>}k{/Control}')
  await user.click(await screen.findByRole('combobox'))
  await user.paste('é'.repeat(2000))
  expect(await screen.findByText('Nothing found')).toBeTruthy()
  expect(lengths).toEqual([200])
})

test('an answer to older letters is aborted, and Enter waits for the newest', async () => {
  const signals = new Map<string, AbortSignal | undefined>()
  const platform = open((text, signal) => {
    signals.set(text, signal)
    return text === 'am' ? new Promise(() => {}) : Promise.resolve({ ...nothing, prospects: group('Amber') })
  })
  const user = userEvent.setup({ delay: null })
  await user.keyboard('{Control>}k{/Control}am')
  await waitFor(() => expect(signals.has('am')).toBe(true))
  await user.keyboard('ber{Enter}')
  await waitFor(() => expect(platform.route.get()).toBe(personPath('+447700900140')))
  expect(signals.get('am')?.aborted).toBe(true)
})

test('the arrows choose another line, and the list names each group', async () => {
  const platform = open(async () => ({
    ...nothing,
    prospects: group('Amber', 'Amelia'),
    clients: group('Amy'),
  }))
  const user = userEvent.setup({ delay: null })
  await user.click(screen.getByRole('button', { name: 'Search everything' }))
  await user.type(await screen.findByRole('combobox'), 'am')
  expect(await screen.findByRole('option', { name: /Amelia/ })).toBeTruthy()
  expect(screen.getByText('Clients of salons')).toBeTruthy()
  expect(screen.getByRole('option', { selected: true }).textContent).toContain('Amber')
  await user.keyboard('{ArrowDown}{Enter}')
  await waitFor(() => expect(platform.route.get()).toBe(personPath('+447700900141')))
})

test('more matches than shown are counted, and lead to the search of their tab', async () => {
  const many = { ...group('Amber'), total: 33 }
  const platform = open(async () => ({ ...nothing, prospects: many, leads: many }))
  const user = userEvent.setup({ delay: null })
  await user.click(screen.getByRole('button', { name: 'Search everything' }))
  await user.type(await screen.findByRole('combobox'), 'am')
  const [toTab, without] = await screen.findAllByRole('option', { name: /and 32 more/ })
  expect(without?.textContent).toBe('and 32 more. Type more to find them.')
  expect(without?.getAttribute('aria-disabled')).toBe('true')
  await user.click(toTab as HTMLElement)
  await waitFor(() => expect(platform.route.get()).toBe('/admin?tab=prospects&search=am'))
})

test('Escape returns the focus to where it was', async () => {
  open(async () => nothing)
  const user = userEvent.setup({ delay: null })
  const field = screen.getByRole('textbox', { name: 'Elsewhere' })
  field.focus()
  await user.keyboard('{Control>}k{/Control}')
  await screen.findByRole('combobox')
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('combobox')).toBeNull())
  await waitFor(() => expect(document.activeElement).toBe(field))
})

test('a failed search says so, and tries again', async () => {
  let fails = true
  open(async () => {
    if (fails) throw new Error('no')
    return { ...nothing, salons: group('Amber') }
  })
  const user = userEvent.setup({ delay: null })
  await user.click(screen.getByRole('button', { name: 'Search everything' }))
  await user.type(await screen.findByRole('combobox'), 'amb')
  expect((await screen.findByRole('alert')).textContent).toContain('The search failed')
  fails = false
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('option', { name: /Amber/ })).toBeTruthy()
})
