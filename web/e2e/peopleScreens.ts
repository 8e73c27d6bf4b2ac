import { knownEntries, knownPerson, personForTests } from '@salonback/shared/admin/people/testing.ts'
import { personPath } from '@salonback/shared/host/addresses.ts'
import type { Page } from 'playwright'
import { answer, inTurn, type Screen, screen } from './consoleScreens.ts'
import { breakCalls } from './pageHelpers.ts'

const path = personPath(knownPerson.phone)
const person = (given = knownPerson, items = knownEntries, nextCursor: string | null = 'x') =>
  inTurn(
    answer('**/api/admin/people/*', given),
    answer('**/api/admin/people/*/timeline', { items, nextCursor }),
  )

const none = { items: [], total: 0 }
const found = (names: string[], more = 0) => ({
  items: names.map((name, n) => ({
    id: `5d6ff7a0-0000-4000-8000-00000000090${n}`,
    name,
    phone: `+44770090014${n}`,
    detail: '12 Long Lane, London',
    salonId: null,
  })),
  total: names.length + more,
})
const long = 'Wilhelmina Featherstonehaugh-Cholmondeley’s Nails and Beauty'
const search = (result: object) =>
  answer('**/api/admin/search?*', {
    ...{ prospects: none, leads: none, waitlist: none, contact: none, clients: none, salons: none },
    ...result,
  })
const find = (words: string) => async (page: Page) => {
  await page.getByRole('button', { name: 'Search everything' }).click()
  await page.getByRole('combobox', { name: 'Search everything' }).fill(words)
}

const searchScreens: Screen[] = [
  screen('the search, before a letter', '/admin', 'Keyboard shortcuts', { open: find('') }),
  screen('the search, found', '/admin', 'and 32 more', {
    before: search({
      prospects: found([long, 'Wild Hair'], 32),
      clients: found([long], 5),
      salons: found(['Willow']),
    }),
    open: find('wil'),
  }),
  screen('the search, nothing found', '/admin', 'Nothing found', { before: search({}), open: find('zzzz') }),
  screen('the search, failed', '/admin', 'Try again', {
    before: (page) => breakCalls(page, '/api/admin/search'),
    open: find('wil'),
  }),
]

/** The page about one number, and the search that finds it. */
export const peopleScreens: Screen[] = [
  ...searchScreens,
  screen('a person', path, 'Load more entries', { before: person() }),
  screen('a person, unknown', path, 'Nothing is known of this number', {
    before: person(personForTests(), [], null),
  }),
  screen('a person, failed', path, 'Failed to load the person', {
    alike: true,
    before: (page) => breakCalls(page, '/api/admin/people/*'),
  }),
]
