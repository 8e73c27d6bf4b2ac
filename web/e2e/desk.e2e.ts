import { readFile } from 'node:fs/promises'
import { salonDetails } from '@salonback/shared/salons/salons/testing.ts'
import type { Page } from 'playwright'
import { beforeAll, expect, test } from 'vitest'
import { axeFindings, openConsole } from './openConsole.ts'
import { salonRecord } from './pageHelpers.ts'

const admin = openConsole({ SEND_RATE_PER_SECOND: '100' })
const { staff, text } = admin

const phone = (n: number) => `+4477009004${String(n).padStart(2, '0')}`
const path = (n: number) => `/admin?tab=sms&number=${encodeURIComponent(phone(n))}`
const list = (page: Page) => page.getByRole('list', { name: 'Inbound SMS Messages' })
const row = (page: Page, n: number) =>
  list(page)
    .getByRole('listitem')
    .filter({ hasText: `Salon ${n} ` })
const bar = (page: Page, words: string) =>
  page
    .getByRole('region', { name: /^Conversation with/ })
    .getByRole('status')
    .filter({ hasText: words })

/** A console of another account. */
async function colleague(username: string, at: string): Promise<Page> {
  await admin.colleague(username)
  const page = await admin.visitor('/healthz')
  const { ok } = await page
    .context()
    .request.post(`${admin.origin()}/api/admin/login`, {
      data: { username, password: 'another long password' },
      headers: { origin: admin.origin() },
    })
    .then((answer) => ({ ok: answer.ok() }))
  expect(ok).toBe(true)
  await page.goto(admin.origin() + at)
  return page
}

beforeAll(async () => {
  await admin.importProspects(Array.from({ length: 6 }, (_, n) => salonRecord(`Salon ${n} `, phone(n))))
})

test('a colleague sees live who answers, a note, and the release by sending', async () => {
  await text(phone(0), 'how much is it?')
  const maya = await staff(path(0))
  const sam = await colleague('sam', path(0))
  await sam.getByText('Live').waitFor()
  await maya.getByRole('button', { name: 'Take', exact: true }).waitFor()
  await maya.getByRole('textbox', { name: 'Reply', exact: true }).focus()
  await maya.keyboard.type('Nothing up front')
  await bar(maya, 'You are answering').waitFor()
  await bar(sam, 'maya is answering').waitFor()
  await list(sam).getByText('maya is answering').waitFor()
  await sam.getByRole('button', { name: 'Take over' }).waitFor()
  await maya.keyboard.press('Escape')
  await maya.keyboard.press('a')
  await maya.getByRole('dialog', { name: 'Note for colleagues' }).waitFor()
  await maya.locator('textarea[name=note]:focus').waitFor()
  await maya.keyboard.type('Prefers a call')
  await maya.keyboard.press('Control+Enter')
  await sam.getByRole('note').filter({ hasText: 'Note · not sent' }).getByText('Prefers a call').waitFor()
  await maya.getByRole('textbox', { name: 'Reply', exact: true }).focus()
  await maya.keyboard.press('Control+Enter')
  await bar(sam, 'maya is answering').waitFor({ state: 'hidden' })
  await list(sam).getByText('maya is answering').waitFor({ state: 'hidden' })
  await sam.getByText('All', { exact: false }).first().click()
  await sam.getByRole('button', { name: 'With notes' }).click()
  await row(sam, 0).waitFor()
})

test('a conversation is assigned to a colleague, who sees a notice and finds it with its note under Mine', async () => {
  // Opens by itself, so that the other one is new.
  await text(phone(4), 'waits longer')
  await text(phone(3), 'can you call me?')
  const maya = await staff(path(3))
  const sam = await colleague('robin', '/admin?tab=sms')
  await sam.getByText('Live').waitFor()
  await maya.getByRole('button', { name: 'Assign' }).waitFor()
  await maya.keyboard.press('i')
  await maya.getByRole('dialog', { name: 'Assign to' }).getByRole('button', { name: 'robin' }).press('Enter')
  await bar(maya, 'Assigned to robin').waitFor()
  await sam.locator('.sb-toast').getByText('maya assigned Salon 3 to you').waitFor()
  await sam.getByRole('button', { name: 'Mine 1' }).click()
  await row(sam, 3).getByText('maya assigned it to you').waitFor()
  expect(await axeFindings(sam)).toEqual([])
  await row(sam, 3).getByRole('button').first().click()
  await bar(sam, 'Assigned to you').waitFor()
  await row(sam, 3).getByText('Assigned to you').waitFor()
  await maya.keyboard.press('a')
  await maya.locator('textarea[name=note]:focus').waitFor()
  await maya.keyboard.type('@ro')
  await maya.getByRole('button', { name: '@robin' }).waitFor()
  await maya.keyboard.press('Enter')
  await maya.keyboard.type('she wants Friday')
  await maya.keyboard.press('Control+Enter')
  await sam.getByRole('note').getByText('@robin she wants Friday').waitFor()
  await row(sam, 3).getByText('@robin she wants Friday').waitFor()
  await sam.getByRole('button', { name: 'Assign' }).click()
  await sam.getByRole('dialog', { name: 'Assign to' }).getByRole('button', { name: 'Unassign' }).click()
  await bar(maya, 'Assigned to robin').waitFor({ state: 'hidden' })
})

test('a conversation for later leaves Needs Review until the person texts again', async () => {
  await text(phone(2), 'maybe next week')
  const page = await staff(`${path(2)}&filter=review`)
  const other = await staff(`${path(1)}&filter=review`)
  await row(other, 2).waitFor()
  await row(page, 2).waitFor()
  await page.getByRole('button', { name: 'Later' }).waitFor()
  await page.keyboard.press('l')
  await page.locator('button:focus').filter({ hasText: 'Tomorrow' }).waitFor()
  await page.keyboard.press('Enter')
  await bar(page, 'Back on').waitFor()
  await row(other, 2).waitFor({ state: 'hidden' })
  await text(phone(2), 'or rather today')
  await list(other).getByText('or rather today').waitFor()
  await page.getByRole('button', { name: 'Later' }).waitFor()
})

test('replies of a salon can be taken, noted and snoozed on a phone in the dark theme, and others see it live', async () => {
  const api = await admin.api()
  const salon = await api.salons.create(salonDetails({ name: 'Aoife Hair' }))
  const { address } = await api.salons.setSender({ id: salon.id, simulated: true })
  await text(phone(7), 'Do you have Saturday?', address)
  const inSalon = `/admin/salons/replies?${new URLSearchParams({ salon: salon.id, number: phone(7) })}`
  const maya = await staff(inSalon, { viewport: { width: 375, height: 812 }, colorScheme: 'dark' })
  const sam = await colleague('alex', inSalon)
  await sam.getByText('Do you have Saturday?').last().waitFor()
  await maya.getByRole('button', { name: 'Take', exact: true }).focus()
  await maya.keyboard.press('Enter')
  await sam.getByText('maya is answering').first().waitFor()
  await maya.keyboard.press('a')
  await maya.locator('textarea[name=note]:focus').waitFor()
  await maya.keyboard.type('Wants Saturday')
  await maya.keyboard.press('Control+Enter')
  await sam.getByRole('note').getByText('Wants Saturday').waitFor()
  expect(await axeFindings(maya)).toEqual([])
  await maya.keyboard.press('l')
  await maya.locator('button:focus').filter({ hasText: 'Tomorrow' }).waitFor()
  await maya.keyboard.press('Enter')
  await sam
    .getByText(/Back on/)
    .first()
    .waitFor()
})

test('leads are exported as CSV', async () => {
  const api = await admin.api()
  await api.leads.submit({ mobileNumber: '+447700900142' })
  const page = await staff('/admin?tab=leads')
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export CSV' }).click()
  const file = await download
  expect(file.suggestedFilename()).toMatch(/^leads-\d{4}-\d\d-\d\d\.csv$/)
  expect(await readFile(await file.path(), 'utf8')).toContain('+447700900142,')
})
