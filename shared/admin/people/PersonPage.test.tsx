// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { personPath } from '../../host/addresses.ts'
import { fakePlatform, renderScreen } from '../../kit/testing.tsx'
import type { Person, PersonEntry } from './contract.ts'
import { PersonPage } from './PersonPage.tsx'
import { entryForTests, knownEntries, knownPerson, personForTests } from './testing.ts'

function open(person: Person, pages: PersonEntry[][]) {
  const asked: (string | undefined)[] = []
  const platform = fakePlatform(
    {
      people: {
        get: async () => person,
        timeline: async ({ cursor }) => {
          asked.push(cursor)
          const at = Number(cursor ?? 0)
          return { items: pages[at] ?? [], nextCursor: at + 1 < pages.length ? String(at + 1) : null }
        },
      },
    },
    personPath(person.phone),
  )
  renderScreen(<PersonPage />, platform)
  return { platform, asked }
}

test('an unknown number has one sentence', async () => {
  open(personForTests(), [])
  expect(await screen.findByText('Nothing is known of this number')).toBeTruthy()
  expect(screen.getByRole('heading', { level: 2 }).textContent).toBe('+44 7700 900142')
  expect(screen.queryByText('In Sales')).toBeNull()
})

test('a known person has a name, a number, what they are, and links to each part', async () => {
  const { platform } = open(knownPerson, [knownEntries])
  expect(await screen.findByRole('heading', { level: 2, name: 'The Lash Room' })).toBeTruthy()
  expect(screen.getByText('+44 7700 900142')).toBeTruthy()
  expect(screen.getByText(/^Opted out on /)).toBeTruthy()
  await screen.findByText('Filled in the questionnaire')
  const link = (name: string) => screen.getAllByRole('link', { name })[0]?.getAttribute('href')
  expect(link('The Lash Room')).toBe('/admin/salons/5d6ff7a0-0000-4000-8000-000000000804')
  expect(link('Wrote a contact message')).toBe(
    '/admin?tab=contact&message=5d6ff7a0-0000-4000-8000-000000000805',
  )
  expect(link(knownPerson.emails[0] ?? '')).toBe(`mailto:${knownPerson.emails[0]}`)
  await userEvent.click(screen.getByRole('button', { name: 'Open conversation' }))
  expect(platform.route.get()).toBe('/admin?tab=sms&number=%2B447700900142')
})

test('entries are below their day, newest first', async () => {
  open(knownPerson, [knownEntries])
  const days = await screen.findAllByRole('heading', { level: 4 })
  expect(days).toHaveLength(2)
  const first = days[0]?.parentElement as HTMLElement
  expect(within(first).getAllByRole('listitem')).toHaveLength(8)
  expect(within(first).getAllByRole('listitem')[0]?.textContent).toContain('Opted out')
})

test('older entries load on demand', async () => {
  const pages = [[entryForTests(2, { text: 'newer' })], [entryForTests(1, { text: 'older' })]]
  const { asked } = open(knownPerson, pages)
  await userEvent.click(await screen.findByRole('button', { name: 'Load more entries' }))
  expect(await screen.findByText('older')).toBeTruthy()
  expect(screen.getByText('newer')).toBeTruthy()
  expect(asked).toEqual([undefined, '1'])
  expect(screen.queryByRole('button', { name: 'Load more entries' })).toBeNull()
})

test('a number that no text can reach has no button to write', async () => {
  const lead = { ...knownPerson.lead, withheld: 'number' } as Person['lead']
  open(personForTests({ phone: '1102555014', lead }), [[entryForTests(1, { kind: 'lead' })]])
  expect(await screen.findByText('Left this number on the website')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Open conversation' })).toBeNull()
})

test('someone who is only a client has no button to write as the agency', async () => {
  const [client] = knownPerson.clients
  open(personForTests({ clients: client ? [client] : [] }), [knownEntries])
  expect(await screen.findByRole('link', { name: 'Open its conversation' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Open conversation' })).toBeNull()
})

test('an erased number is not said to have opted out', async () => {
  const { optOut } = knownPerson
  open(personForTests({ optOut: optOut && { ...optOut, wording: 'Erased on request' } }), [])
  expect(await screen.findByText(/^Everything about this number was erased on request/)).toBeTruthy()
  expect(screen.queryByText(/Opted out/)).toBeNull()
})
