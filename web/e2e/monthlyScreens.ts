import { salonPath, salonsPath } from '@salonback/shared/host/addresses.ts'
import { programmeForTests } from '@salonback/shared/salons/programmes/testing.ts'
import { proofForTests } from '@salonback/shared/salons/proof/testing.ts'
import { answer, button, inTurn, type Screen, screen } from './consoleScreens.ts'
import { breakCalls } from './pageHelpers.ts'
import { results, path as resultsPath } from './resultsScreens.ts'
import { campaignsPath, offers, offersAre, oneSalon, planned, plannedFor, salon } from './salonScreens.ts'

const byFeed = programmeForTests({
  feedOn: '2026-11-25',
  waves: programmeForTests()
    .waves.slice(1)
    .map((wave) => ({ ...wave, listAsOf: null })),
})

/** Monthly texts, the audience with its count, and what the texts did. */
export const monthlyScreens: Screen[] = [
  screen(
    'a salon, offer, a last day that has passed',
    salonPath(salon.id, 'offer'),
    'Choose a day in the next 12 months',
    {
      before: inTurn(oneSalon(offersAre(offers)), (page) => {
        const fields = { repeatUntil: 'Choose a day in the next 12 months' }
        const json = { code: 'invalid', message: 'Please check the form', fields }
        return page.route('**/offers', (route) =>
          route.request().method() === 'POST' ? route.fulfill({ status: 422, json }) : route.fallback(),
        )
      }),
      open: async (page) => {
        await page.getByLabel('Approval for each month until (optional)').fill('2026-01-01')
        await button('Save new version')(page)
      },
    },
  ),
  screen(
    'a salon, campaigns, a chosen audience',
    campaignsPath,
    /^1,240 of 12,400 clients .* 20 of them first\.$/,
    {
      before: plannedFor({ programme: byFeed }),
      open: async (page) => {
        await page.getByLabel('Visits, at least').first().fill('3')
        await page.getByLabel('First batch').first().fill('20')
      },
    },
  ),
  screen(
    'a salon, campaigns, the clients could not be counted',
    campaignsPath,
    'The clients could not be counted.',
    { before: inTurn(oneSalon(planned), (page) => breakCalls(page, `/api/admin/audiences/${salon.id}`)) },
  ),
  screen(
    'a salon, results, why some are left out',
    resultsPath,
    /^Some past clients come back by themselves\./,
    { before: results(), open: (page) => page.getByText('Why do we leave some out?').click() },
  ),
  screen('salons, what the texts did', salonsPath, /^3 campaigns together\./, {
    before: inTurn(
      answer('**/api/admin/salons', { items: [salon], nextCursor: null }),
      answer('**/api/admin/eligible-clients/*', { eligible: 3100 }),
      answer('**/api/admin/salons/proof', { ...proofForTests.total, campaigns: 3 }),
    ),
  }),
]
