import { salonDetails } from '@salonback/shared/salons/salons/testing.ts'
import { expect, test } from 'vitest'
import { axeFindings, openConsole, toastTexts } from './openConsole.ts'
import { closeToast, overflowOf } from './pageHelpers.ts'

const admin = openConsole()
const PHONE = '+447700900601'

/** A salon with a number. */
async function salonWithNumber(name: string) {
  const staff = await admin.api()
  const salon = await staff.salons.create(salonDetails({ name }))
  const { address } = await staff.salons.setSender({ id: salon.id, simulated: true })
  return { ...salon, address }
}

test('a YES shows within two seconds, is answered by key from the salon, and the next one is marked done', async () => {
  const [glow, opal] = [await salonWithNumber('Glow & Co.'), await salonWithNumber('Opal Spa')]
  const page = await admin.staff('/admin/salons/replies')
  await page.getByText('No replies waiting').waitFor()
  await page.getByText('Live').waitFor()
  await admin.text(PHONE, 'Yes please', glow.address)
  await page.getByRole('article').filter({ hasText: 'Yes please' }).waitFor({ timeout: 2000 })
  await admin.text(PHONE, 'Who is this?', opal.address)
  await page.getByRole('link', { name: 'Replies 2 waiting' }).waitFor({ timeout: 2000 })

  await page.keyboard.press('j')
  const panel = page.getByRole('region', { name: /^Conversation with/ })
  await panel.getByRole('link', { name: 'Glow & Co.' }).waitFor()
  await panel.getByText('Yes please').waitFor()
  expect([await axeFindings(page), await overflowOf(page)]).toEqual([[], []])
  await page.keyboard.press('r')
  await page.keyboard.type('Tuesday at 3?')
  await page.keyboard.press('Control+Enter')
  await expect.poll(() => toastTexts(page)).toEqual(['Success', 'Reply SMS sent successfully'])
  await panel.getByText('Tuesday at 3?').waitFor()
  expect(await admin.arrived(PHONE)).toEqual(['Tuesday at 3?'])
  await closeToast(page)
  await page.getByRole('article').filter({ hasText: 'Yes please' }).waitFor({ state: 'detached' })

  await page.keyboard.press('Escape')
  await page.keyboard.press('j')
  await panel.getByRole('link', { name: 'Opal Spa' }).waitFor()
  expect(await panel.getByText('Tuesday at 3?').count()).toBe(0)
  await expect.poll(() => panel.getByRole('button', { name: 'Wrong person' }).isEnabled()).toBe(true)
  await page.keyboard.press('w')
  await page.getByText('No replies waiting').waitFor()
})

test('on a phone the list and a conversation are two steps', async () => {
  const salon = await salonWithNumber('The Lash Room')
  await admin.text(PHONE, 'How much is it?', salon.address)
  const page = await admin.staff('/admin/salons/replies', { viewport: { width: 375, height: 720 } })
  const list = page.getByRole('list', { name: 'Texts from clients' })
  await list.waitFor()
  expect([await axeFindings(page), await overflowOf(page)]).toEqual([[], []])
  await page.getByRole('article').getByRole('button').click()
  await page.getByText('How much is it?').waitFor()
  await page.getByRole('link', { name: 'The Lash Room' }).waitFor()
  expect(await list.count()).toBe(0)
  expect([await axeFindings(page), await overflowOf(page)]).toEqual([[], []])
  await page.getByRole('button', { name: 'Back to the list' }).click()
  await list.waitFor()
})
