import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import { axeFindings, openConsole, toastTexts } from './openConsole.ts'
import { call, contactMessage, failedAnswer, overflowOf } from './pageHelpers.ts'

const admin = openConsole()
const password = 'a lamp beside nineteen boats'

const account = (page: Page) => page.getByRole('dialog', { name: /^Your account/ })
const person = (page: Page, name: string) =>
  account(page).getByRole('list', { name: 'Staff' }).getByRole('listitem').filter({ hasText: name })

/** Chooses from the menu of a person. */
async function change(page: Page, name: string, action: string) {
  await person(page, name)
    .getByRole('button', { name: `Change ${name}` })
    .click()
  await page.getByRole('menuitem', { name: action }).click()
}

/** No axe violations and no horizontal overflow. */
async function expectClean(page: Page) {
  expect([await axeFindings(page), await overflowOf(page)]).toEqual([[], []])
}

async function invite(page: Page, name: string): Promise<string> {
  await page.getByRole('button', { name: 'maya, your account' }).click()
  await account(page).getByRole('tab', { name: 'Staff' }).click()
  await account(page).getByRole('button', { name: 'Invite...' }).click()
  await expectClean(page)
  await page.keyboard.type(name)
  await page.keyboard.press('Enter')
  const link = account(page).getByRole('textbox', { name: 'Link' })
  await link.waitFor()
  await expectClean(page)
  const url = await link.inputValue()
  await account(page).getByRole('button', { name: 'Done' }).click()
  await person(page, name).getByText('Invited').waitFor()
  return url
}

/** In the menu the count of new messages stands in the line of its tab. */
async function expectCountInLine(page: Page) {
  const line = page.getByRole('menuitem', { name: /^Contact.*new$/ })
  const [item, count] = await Promise.all([line.boundingBox(), line.locator('.sb-tab-count').boundingBox()])
  expect(count?.y).toBeGreaterThanOrEqual(item?.y ?? 0)
  expect((count?.x ?? 0) + (count?.width ?? 0)).toBeLessThanOrEqual((item?.x ?? 0) + (item?.width ?? 0))
}

/** The agent answers a text, and finds that imports and first texts are for admins. */
async function workAsAgent(page: Page, salon: string, text: string) {
  await page.getByRole('heading', { name: 'SMS Lead Management Dashboard' }).waitFor()
  await page.getByRole('tab', { name: /^SMS(?! Dash)/ }).click()
  await page.getByRole('button', { name: salon, exact: true }).first().click()
  await page.getByText(text).last().waitFor()
  await page.getByRole('textbox', { name: 'Reply', exact: true }).fill('Nothing up front.')
  await page.getByRole('button', { name: 'Send Reply' }).click()
  expect(await toastTexts(page)).toEqual(['Success', 'Reply SMS sent successfully'])
  // On a phone the tab is in the menu of the bottom bar.
  const more = page.locator('.sb-rail').getByRole('button', { name: 'More', exact: true })
  const hasMenu = await more.isVisible()
  if (hasMenu) {
    await more.click()
    await expectCountInLine(page)
  }
  await page.getByRole(hasMenu ? 'menuitem' : 'tab', { name: 'Import' }).click()
  await page.getByText('Only an admin can import.').waitFor()
  expect(await page.getByRole('button', { name: 'Choose File' }).count()).toBe(0)
  await expectClean(page)
  expect(await page.getByRole('tab').count()).toBe(hasMenu ? 5 : 7)
}

test.each([
  ['light', 1280, 1],
  ['dark', 375, 2],
] as const)(
  'an admin invites an agent, who answers and cannot import, and is out when disabled (%s, %i px)',
  async (colorScheme, width, n) => {
    const phone = `+4477009007${n}0`
    const [name, text] = [`agent-${colorScheme}`, `How much is it, ${colorScheme}?`]
    await admin.importProspects([{ name: `Salon ${n}`, country: 'GB', phone }])
    await admin.text(phone, text)
    const look = { colorScheme, viewport: { width, height: 800 }, expected: failedAnswer }
    const boss = await admin.staff('/admin', look)
    await call(boss, 'POST', '/api/contact', contactMessage)
    const url = await invite(boss, name)

    const agent = await admin.visitor(url.slice(admin.origin().length), look)
    await agent.getByText(`Welcome, ${name}.`).waitFor()
    await expectClean(agent)
    await agent.getByLabel('New password', { exact: true }).fill(password)
    await agent.keyboard.press('Enter')
    await workAsAgent(agent, `Salon ${n}`, text)

    const again = await admin.visitor(url.slice(admin.origin().length), look)
    await again.getByText('This link has expired or was already used.').waitFor()
    await expectClean(again)

    await change(boss, name, 'Disable...')
    await boss.getByRole('button', { name: 'Disable', exact: true }).click()
    await person(boss, name).getByText('Disabled').waitFor()
    await agent.getByRole('heading', { name: 'Admin Login' }).waitFor()
    await expectClean(boss)

    await change(boss, 'maya', 'Make an agent')
    const refusal = 'This is the last admin. Make another person an admin first.'
    await expect.poll(() => toastTexts(boss)).toEqual(['Not changed', refusal])
    await person(boss, 'maya').getByText('Admin').waitFor()
  },
)
