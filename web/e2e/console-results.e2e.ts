import { expect, test } from 'vitest'
import { openConsole } from './openConsole.ts'
import { salonRecord } from './pageHelpers.ts'

const admin = openConsole()

const salons = ['Opal Spa', 'Brows by Aoife', 'Nail Bar'].map((name, n) =>
  salonRecord(name, `07700 90031${n}`),
)

test('SMS Dash shows a campaign by day and beside others, live, and opens the numbers behind each figure', async () => {
  await admin.importProspects(salons)
  const api = await admin.api()
  const prospects = await api.prospects.list()
  await api.firstTexts.start({
    prospectIds: prospects.map(({ id }) => id),
    template: 'Salonback: Hi {name}. Shall we call? Reply STOP to opt out.',
    basis: 'business_number',
  })
  const page = await admin.staff('/admin?tab=dash')
  const row = page.getByRole('region', { name: 'Results by campaign' }).getByRole('row').nth(1)
  await row.getByRole('button', { name: '3 Sent' }).waitFor()
  await page.locator('.sb-bars canvas').last().waitFor()
  const days = page.getByRole('table', { name: 'Texts, answers, yeses and STOPs by day' })
  expect(await days.getByRole('row').last().getByRole('cell').allInnerTexts()).toEqual(['3', '0', '0', '0'])

  // The open screen follows what owners text.
  await admin.text('+447700900310', 'Yes please')
  await admin.text('+447700900311', 'STOP')
  await row.getByRole('button', { name: '1 STOP' }).waitFor()
  await row.getByRole('button', { name: '1 Yes' }).waitFor()
  await row.getByText('33.3%').first().waitFor()

  // By keyboard: sort, open the yeses, open the conversation.
  const head = page.getByRole('button', { name: 'Yes', exact: true })
  await head.focus()
  await page.keyboard.press('Enter')
  expect(await page.getByRole('columnheader', { name: 'Yes', exact: true }).getAttribute('aria-sort')).toBe(
    'descending',
  )
  await row.getByRole('button', { name: '1 Yes' }).focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: /^Yes, campaign of/ })
  await dialog.getByRole('link', { name: 'Opal Spa' }).focus()
  await page.keyboard.press('Enter')
  await page.getByText('Yes please').first().waitFor()
  expect(page.url()).toContain('tab=sms&number=%2B447700900310')

  // Filters of the address survive a reload.
  await page.goto(`${admin.origin()}/admin?tab=dash&days=all&sort=-stop`)
  await page.getByRole('radio', { name: 'All' }).and(page.locator('[aria-checked=true]')).waitFor()
})
