import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import { openConsole } from './openConsole.ts'
import { salonRecord } from './pageHelpers.ts'

/** An hour of the day in London that is not now: texts to British numbers wait for it. */
const hour = Number(
  new Intl.DateTimeFormat('en-GB', { hour: '2-digit', hourCycle: 'h23', timeZone: 'Europe/London' }).format(
    new Date(),
  ),
)
const admin = openConsole({ QUIET_HOURS: hour < 12 ? '20:00-21:00' : '06:00-07:00' })

const salons = ['Opal Spa London', 'Rose Spa London', 'Nail Bar', 'Hair Now'].map((name, n) =>
  salonRecord(name, `07700 90038${n}`),
)

/** `2026-11-27T09:00` in two days, as a `datetime-local` field takes it. */
function inTwoDays(time: string): string {
  const day = new Date(Date.now() + 2 * 86_400_000)
  const two = (value: number) => String(value).padStart(2, '0')
  return `${day.getFullYear()}-${two(day.getMonth() + 1)}-${two(day.getDate())}T${time}`
}

const row = (page: Page) => page.locator('.sb-campaign').first()

async function compose(page: Page, startAt: string) {
  await page.getByText('A published business number').click()
  await page.getByLabel('Start (optional)').fill(startAt)
}

test('a campaign starts later, shows when, can be changed and canceled, and a colleague sees it live', async () => {
  await admin.importProspects(salons)
  const page = await admin.staff('/admin?tab=prospects')
  await page.getByRole('searchbox', { name: 'Search prospects' }).fill('Spa London')
  await page.getByText('Showing 2 of 4 prospects').waitFor()
  await page.getByText('Select all 2').click()
  await page.getByRole('button', { name: 'Send First Texts...' }).click()
  await compose(page, '2020-01-01T09:00')
  await page.getByRole('button', { name: 'Schedule 2 First Texts' }).click()
  await page.getByText('Please choose a time in the future').waitFor()
  await compose(page, inTwoDays('09:00'))
  await page.getByRole('button', { name: 'Schedule 2 First Texts' }).click()
  await page
    .getByText(/^Starts \w{3}, \w{3} \d+, 9:00 AM/)
    .first()
    .waitFor()

  const colleague = await admin.staff('/admin?tab=dash')
  await row(colleague)
    .getByText(/^Starts .* 9:00 AM/)
    .waitFor()
  await page.goto(`${admin.origin()}/admin?tab=dash`)
  await row(page).getByRole('button', { name: 'Change start...' }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('dialog').getByLabel('Start (optional)').fill(inTwoDays('10:30'))
  await page.keyboard.press('Control+Enter')
  await row(page)
    .getByText(/^Starts .* 10:30 AM/)
    .waitFor()
  await row(colleague)
    .getByText(/^Starts .* 10:30 AM/)
    .waitFor()
  expect(await admin.arrived('+447700900380')).toEqual([])

  await row(page)
    .getByRole('button', { name: /^View the first texts/ })
    .click()
  await page.getByRole('button', { name: 'Cancel the rest...' }).click()
  await page.getByRole('button', { name: 'Cancel the Rest', exact: true }).click()
  await row(colleague).getByText('Canceled', { exact: true }).first().waitFor()
})

test('at night the dash and the bar say until when texts wait, and one button sends them', async () => {
  const api = await admin.api()
  const prospects = (await api.prospects.list()).filter(({ name }) => ['Nail Bar', 'Hair Now'].includes(name))
  await api.firstTexts.start({
    prospectIds: prospects.map(({ id }) => id),
    template: 'Salonback: Hi {name}. Shall we call? Reply STOP to opt out.',
    basis: 'business_number',
  })
  const page = await admin.staff('/admin?tab=dash')
  await row(page)
    .getByText(/^2 wait until \d:00 [AP]M their time$/)
    .waitFor()
  await page
    .locator('.sb-running')
    .getByText(/^2 wait until/)
    .waitFor()
  await row(page).getByRole('button', { name: 'Send now anyway' }).focus()
  await page.keyboard.press('Enter')
  await expect.poll(() => admin.arrived('+447700900382')).toHaveLength(1)
  await row(page)
    .getByText(/2 of 2/)
    .waitFor()
})
