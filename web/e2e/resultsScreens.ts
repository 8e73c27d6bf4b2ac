import { salonPath } from '@salonback/shared/host/addresses.ts'
import type { DayResult } from '@salonback/shared/sales/metrics/contract.ts'
import { figuresForTests } from '@salonback/shared/sales/metrics/testing.ts'
import { proofForTests } from '@salonback/shared/salons/proof/testing.ts'
import type { ResultPerson, SalonResults } from '@salonback/shared/salons/results/contract.ts'
import { resultsForTests } from '@salonback/shared/salons/results/testing.ts'
import { salonForTests } from '@salonback/shared/salons/salons/testing.ts'
import type { Page } from 'playwright'
import { answer, inTurn, screen, text } from './consoleScreens.ts'

const salon = salonForTests(1, { state: 'ready', name: 'Wilhelmina Featherstonehaugh-Cholmondele' })
const call = `**/api/admin/salons/${salon.id}`
export const path = salonPath(salon.id, 'results')

export const results = (more: Partial<SalonResults> = {}) =>
  inTurn(
    answer(call, salon),
    answer(`${call}/results`, { ...resultsForTests(), ...more }),
    answer(`${call}/proof`, proofForTests),
  )

const person = (n: number): ResultPerson => ({
  clientId: n === 2 ? null : salon.id,
  firstName: n === 1 ? 'Wilhelmina Featherstonehaugh' : null,
  phone: `+44770090060${n}`,
  at: '2026-11-18T10:00:00.000Z',
})

const charts = (page: Page) => page.locator('.sb-bars canvas').last().waitFor()

/** The part Results of a salon. */
export const resultsScreens = [
  screen('a salon, results', path, charts, { before: results() }),
  screen('a salon, results, none', path, 'No results yet.', { before: results({ campaigns: [] }) }),
  screen('a salon, results, the clients of a number', path, 'Load more clients', {
    before: inTurn(
      results(),
      answer(`${call}/results/*/people?*`, { items: [0, 1, 2, 3].map(person), nextCursor: salon.id }),
    ),
    open: (page) => page.getByRole('link', { name: '31 answered' }).click(),
  }),
]

const words =
  'Salonback: Hi Wilhelmina, we text your past clients back into the chair. Interested? Reply YES or STOP.'
const figures = (n: number) =>
  figuresForTests(n, {
    ...{ name: n === 2 ? 'Spas around London, autumn' : null, template: words },
    ...{ sent: 12_400, delivered: 11_890, answered: 1240, yes: 310, stop: 62, form: 128, segments: 24_800 },
  })
const dayResults = Array.from(
  { length: 30 },
  (_, n): DayResult => ({
    day: `2026-11-${String(n + 1).padStart(2, '0')}`,
    ...{ texts: (n * 37) % 400, answers: (n * 11) % 41, yeses: n % 9, stops: n % 4 },
  }),
)
const salonNames = [1, 2, 3].map((n) => ({
  name: 'Wilhelmina Featherstonehaugh-Cholmondeley, Hair and Beauty',
  phone: `+44770090030${n}`,
  at: '2026-11-18T10:00:00.000Z',
}))
const dashResults = inTurn(
  answer('**/api/admin/sms-results/days*', dayResults),
  answer('**/api/admin/sms-results/campaigns', [figures(1), figures(2)]),
  answer('**/api/admin/sms-results/campaigns/*/people*', { items: salonNames, nextCursor: '+447700900303' }),
)

/** SMS Dash with results by day and by campaign. */
export const dashScreens = [
  screen('dash, results', '/admin?tab=dash&days=90&sort=-yes', inTurn(text('24,800'), charts), {
    before: dashResults,
  }),
  screen(
    'dash, numbers of a campaign',
    `/admin?tab=dash&campaign=${figures(1).id}&outcome=yes`,
    'Load more numbers',
    { before: dashResults },
  ),
]
