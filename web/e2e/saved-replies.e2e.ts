import { salonDetails } from '@salonback/shared/salons/salons/testing.ts'
import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import { openConsole } from './openConsole.ts'
import { salonRecord } from './pageHelpers.ts'

const admin = openConsole()

const box = (page: Page) => page.getByLabel('Reply', { exact: true })
const options = (page: Page) => page.getByRole('listbox', { name: 'Saved replies' }).getByRole('option')
const names = async (page: Page) =>
  (await options(page).locator('b').allInnerTexts()).map((name) => name.trim())

test('staff save a reply, insert it by keyboard filled with the name, and colleagues see it live', async () => {
  await admin.importProspects([salonRecord('Opal Spa', '07700 900360')])
  await admin.text('+447700900360', 'What does it cost?')
  const page = await admin.staff('/admin?tab=sms')
  await box(page).focus()
  await page.keyboard.press('/')
  await page.getByText('No saved replies yet.').waitFor()
  await page.getByRole('button', { name: 'Manage saved replies...' }).click()
  for (const [name, text] of [
    ['Price', 'Hi {name}, you pay nothing until they rebook.'],
    ['Link', 'Here you go: {link}'],
  ]) {
    await page.getByRole('button', { name: 'Add reply' }).click()
    await page.getByLabel('Name').fill(name ?? '')
    await page.getByLabel('Text', { exact: true }).fill(text ?? '')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByRole('button', { name: `Edit ${name}` }).waitFor()
  }
  await page.keyboard.press('Escape')

  // By keyboard alone: open, search, insert, send.
  await page.locator('textarea:focus').waitFor()
  await page.keyboard.press('/')
  await options(page).first().waitFor()
  expect(await names(page)).toEqual(['Link', 'Price'])
  await page.keyboard.type('rebook')
  await expect.poll(() => names(page)).toEqual(['Price'])
  await page.keyboard.press('Enter')
  await page.locator('textarea:focus').waitFor()
  expect(await box(page).inputValue()).toBe('Hi Opal Spa, you pay nothing until they rebook.')
  await page.keyboard.press('Control+Enter')
  await page.locator('.sb-toast').getByText('Reply SMS sent successfully').waitFor()
  expect(await admin.arrived('+447700900360')).toContain('Hi Opal Spa, you pay nothing until they rebook.')

  // The last used one comes first. Escape leaves the box unchanged.
  await box(page).focus()
  await page.keyboard.press('/')
  await expect.poll(() => names(page)).toEqual(['Price', 'Link'])
  await page.keyboard.press('Escape')
  await page.locator('textarea:focus').waitFor()
  expect(await box(page).inputValue()).toBe('')

  // A colleague's list follows.
  const colleague = await admin.staff('/admin?tab=sms&filter=all')
  await colleague.getByRole('button', { name: 'Saved replies' }).click()
  await options(colleague).nth(1).waitFor()
  await page.getByRole('button', { name: 'Saved replies' }).click()
  await page.getByRole('button', { name: 'Manage saved replies...' }).click()
  await page.getByRole('button', { name: 'Delete Link' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect.poll(() => names(colleague)).toEqual(['Price'])
})

test('a salon has its own saved replies and those of all salons, and {link} becomes its booking page', async () => {
  const api = await admin.api()
  const salon = await api.salons.create(
    salonDetails({ name: 'Aoife Hair', bookingUrl: 'https://book.example/aoife' }),
  )
  const other = await api.salons.create(salonDetails({ name: 'Opal Hair', bookingUrl: null }))
  await api.savedReplies.create({ name: 'Sales only', text: 'x', scope: 'sales' })
  await api.savedReplies.create({ name: 'Book', text: 'Hi {name}, book here: {link}', scope: 'salons' })
  await api.savedReplies.create({
    name: 'Parking',
    text: 'Park behind us',
    scope: 'salon',
    salonId: salon.id,
  })
  const pageOf = (id: string) =>
    admin.staff(`/admin/salons/replies?${new URLSearchParams({ salon: id, number: '+447700900361' })}`, {
      expected: /404/,
    })
  const page = await pageOf(salon.id)
  await box(page).focus()
  await page.keyboard.press('/')
  await options(page).nth(1).waitFor()
  expect(await names(page)).toEqual(['Book', 'Parking'])
  await page.keyboard.press('Enter')
  expect(await box(page).inputValue()).toBe('Hi, book here: https://book.example/aoife')

  const without = await pageOf(other.id)
  await without.getByRole('button', { name: 'Saved replies' }).click()
  await without.getByText('Needs a link, but this salon has no booking page.').waitFor()
  await without.keyboard.press('Enter')
  expect(await names(without)).toEqual(['Book'])
  await without.keyboard.press('Escape')
  expect(await box(without).inputValue()).toBe('')
})
