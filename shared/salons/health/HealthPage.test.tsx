// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { fakePlatform, renderScreen } from '../../kit/testing.tsx'
import type { SalonHealth } from './contract.ts'
import { spanText } from './figures.ts'
import { HealthPage } from './HealthPage.tsx'
import { healthForTests } from './testing.ts'

const salons: SalonHealth[] = [
  healthForTests(1, { salonName: 'Amber' }),
  healthForTests(2, {
    salonName: 'Glow',
    month: { sent: 300, answered: 60, booked: 20, came: 12, broughtBack: 54_000, optedOut: 9 },
    replyMinutes: 240,
    queued: 0,
  }),
  healthForTests(3, { salonName: 'Lash', currency: 'EUR', replyMinutes: null, ownerAt: null }),
]

function open() {
  const platform = fakePlatform(
    { health: { list: async () => ({ salons, replyMinutes: 45 }) } },
    '/admin/salons/health',
  )
  renderScreen(<HealthPage />, platform)
  return platform
}

const cells = (row: HTMLElement | undefined) =>
  [...(row?.children ?? [])].map(({ textContent }) => textContent).join(' | ')

test('the first row adds all salons up, by currency; each salon has its month and the last one', async () => {
  open()
  const [, all, amber, , lash] = await screen.findAllByRole('row')
  expect(cells(all)).toBe(
    'All salons | 500390 | 10030 | 4015 | 229 | €45.00 + £585.00€30.00 + £60.00 | 2.2%1.5% | 45 min |  | 80',
  )
  expect(cells(amber)).toMatch(
    /^Amber \| 100130 \| 2010 \| 105 \| 53 \| £45.00£30.00 \| 1.0%1.5% \| 12 min \| .* ago \| 40$/,
  )
  expect(cells(lash)).toMatch(/\| €45.00€30.00 \| 1.0%1.5% \| – \| Never \| 40$/)
})

test('a heading sorts, salons without a value last; a number opens what it counts', async () => {
  const platform = open()
  const names = () => screen.getAllByRole('rowheader').map(({ textContent }) => textContent)
  await userEvent.click(await screen.findByRole('button', { name: 'Reply time' }))
  expect(names()).toEqual(['All salons', 'Glow', 'Amber', 'Lash'])
  await userEvent.click(screen.getByRole('button', { name: 'Reply time' }))
  expect(names()).toEqual(['All salons', 'Amber', 'Glow', 'Lash'])
  const glow = within(screen.getByRole('row', { name: /Glow/ }))
  await userEvent.click(glow.getByRole('link', { name: 'Opted out at Glow: 3.0%' }))
  expect(platform.route.get()).toBe(`/admin/salons/${salons[1]?.salonId}?part=clients&reason=opted_out`)
})

test.each([
  [null, '–'],
  [0.4, '0 min'],
  [59, '59 min'],
  [60, '1 h'],
  [2879, '48 h'],
  [2880, '2 days'],
])('%s minutes are %s', (minutes, text) => expect(spanText(minutes)).toBe(text))
