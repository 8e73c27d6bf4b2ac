import { salonPath } from '@salonback/shared/host/addresses.ts'
import type { ResultPerson, SalonResults } from '@salonback/shared/salonResults/contract.ts'
import { resultsForTests } from '@salonback/shared/salonResults/testing.ts'
import { salonForTests } from '@salonback/shared/salons/testing.ts'
import type { Page } from 'playwright'
import { answer, button, type Screen, text } from './consoleScreens.ts'

const salon = salonForTests(1, { state: 'ready', name: 'Wilhelmina Featherstonehaugh-Cholmondele' })
const call = `**/api/admin/salons/${salon.id}`
const path = salonPath(salon.id, 'results')

const results =
  (more: Partial<SalonResults> = {}) =>
  async (page: Page) => {
    await answer(call, salon)(page)
    await answer(`${call}/results`, { ...resultsForTests(), ...more })(page)
  }

const person = (n: number): ResultPerson => ({
  clientId: n === 2 ? null : salon.id,
  firstName: n === 1 ? 'Wilhelmina Featherstonehaugh' : null,
  phone: `+44770090060${n}`,
  at: '2026-11-18T10:00:00.000Z',
})

/** The part Results of a salon. */
export const resultsScreens: Screen[] = [
  {
    name: 'a salon, results',
    path,
    before: results(),
    shows: (page) => page.locator('.sb-week-bars canvas').last().waitFor(),
  },
  {
    name: 'a salon, results, none',
    path,
    before: results({ campaigns: [] }),
    shows: text('No results yet.'),
  },
  {
    name: 'a salon, results, the clients of a number',
    path,
    before: async (page) => {
      await results()(page)
      const people = { items: [0, 1, 2, 3].map(person), nextCursor: salon.id }
      await answer(`${call}/results/*/people?*`, people)(page)
    },
    open: button('31 answered'),
    shows: text('Load more clients'),
  },
]
