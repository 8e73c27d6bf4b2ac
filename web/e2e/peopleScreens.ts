import { knownEntries, knownPerson, personForTests } from '@salonback/shared/admin/people/testing.ts'
import { personPath } from '@salonback/shared/host/addresses.ts'
import type { Page } from 'playwright'
import { answer, type Screen, screen } from './consoleScreens.ts'
import { breakCalls } from './pageHelpers.ts'

const path = personPath(knownPerson.phone)
const person =
  (given = knownPerson, items = knownEntries, nextCursor: string | null = 'x') =>
  async (page: Page) => {
    await answer('**/api/admin/people/*', given)(page)
    await answer('**/api/admin/people/*/timeline', { items, nextCursor })(page)
  }

/** Everything about one number. */
export const peopleScreens: Screen[] = [
  screen('a person', path, 'Load more entries', { before: person() }),
  screen('a person, unknown', path, 'Nothing is known of this number', {
    before: person(personForTests(), [], null),
  }),
  screen('a person, failed', path, 'Failed to load the person', {
    alike: true,
    before: (page) => breakCalls(page, '/api/admin/people/*'),
  }),
]
