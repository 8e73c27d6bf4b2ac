import { movedClock } from '@salonback/shared/testing/movedClock.ts'
import type { Page } from 'playwright'
import { afterAll, expect, test } from 'vitest'
import { openConsole } from './openConsole.ts'
import { closeToast, csvFile, failedAnswer, overflowOf } from './pageHelpers.ts'
import { agreedSalon, approveOffer, issue, storeList } from './salonSteps.ts'

const clock = movedClock()
const admin = openConsole(clock.settings)
afterAll(clock.remove)

const phoneOf = (n: number) => `+4477009007${String(n).padStart(2, '0')}`
const names = ['Siobhán', 'Maya', 'Orla', 'Lena', 'Priya', 'Zoe', 'Mary-Kate']
const texted = Array.from({ length: 20 }, (_, n) => ({ phone: phoneOf(n), name: names[n] ?? 'Ella' }))

/** 20 clients who may be texted, and 10 who may not, each for another reason or the other of a pair. */
function listOf30() {
  const visit = clock.day(-200)
  const eligible = texted.map(({ phone, name }) => `${name},${phone},${visit},,,,,`)
  const others = [
    `Ann,${phoneOf(20)},${visit},,yes,,,`,
    `Bea,${phoneOf(21)},${visit},,yes,,,`,
    `Cat,${phoneOf(22)},${visit},,,yes,,`,
    `Dee,${phoneOf(23)},${visit},,,,yes,`,
    `Eve,${phoneOf(24)},${visit},,,,,${clock.day(-12 * 365)}`,
    `Fay,020 7946 0123,${visit},,,,,`,
    `Gwen,${phoneOf(25)},${visit},${clock.day(7)},,,,`,
    `Hana,${phoneOf(26)},${clock.day(-20)},,,,,`,
    `Isla,${phoneOf(27)},,,,,,`,
    `Joan,${phoneOf(28)},${clock.day(-900)},,,,,`,
  ]
  const header = 'First name,Mobile,Last visit,Next visit,Opted out,Blocked,Is staff,Date of birth'
  return csvFile('fern.csv', [header, ...eligible, ...others])
}

const failures = { expected: failedAnswer }

async function uploadList(page: Page) {
  await page.getByRole('button', { name: 'Upload a list' }).click()
  await page.getByLabel('Choose a list').setInputFiles(listOf30())
  const steps = page.getByRole('list', { name: 'From rows to eligible clients' })
  await expect
    .poll(async () => (await steps.innerText()).split(/\n+/).map((line) => line.replace(/\s+/g, ' ')))
    .toEqual([
      '30 rows in the file',
      '30 numbers',
      '−2 objected or withdrew consent',
      '−2 blocked, deceased or staff',
      '−1 minor',
      '−1 not a mobile number',
      '−1 has a booking',
      '−1 visited in the last 60 days',
      '−1 soft opt-in expired',
      '−1 last visit not known',
      '20 eligible',
    ])
  await storeList(page, '30 added, 0 updated, 0 unchanged, 0 rows rejected')
}

async function sendOffer(page: Page) {
  await page.getByRole('tab', { name: 'Campaigns' }).click()
  await page.getByRole('button', { name: 'Preview' }).click()
  await page.getByRole('button', { name: 'Start: text 20 clients' }).click()
  await page
    .getByRole('list', { name: 'Campaigns' })
    .getByText(/of 20$/)
    .waitFor()
  // They are spread over the day.
  await admin.makeTextsDue()
  const arrived = () => Promise.all(texted.map(({ phone }) => admin.arrived(phone)))
  await expect.poll(async () => (await arrived()).flat().length).toBe(20)
  for (const [n, bodies] of (await arrived()).entries())
    expect(bodies).toEqual([expect.stringMatching(`^Fern Hair: Hi ${texted[n]?.name}, 20% off any cut`)])
}

/** Marks the texts of these clients as booked by key; both STOPs have ended the conversation. */
async function answer(page: Page) {
  const answers = ['Yes please', 'Friday at 3?', 'Can I come on Thursday?', 'Book me in', 'How much is it?']
  for (const [n, body] of answers.entries()) await admin.text(phoneOf(n), body)
  for (const n of [5, 6]) await admin.text(phoneOf(n), 'STOP')
  await page.getByRole('link', { name: 'Replies 5 waiting' }).click()
  const row = (words: string) => page.getByRole('article').filter({ hasText: words })
  for (const [n, body] of answers.slice(0, 4).entries()) {
    await row(body).getByRole('button').click()
    const panel = page.getByRole('region', { name: `Conversation with ${names[n]}` })
    await expect.poll(() => panel.getByRole('button', { name: 'Booked' }).isEnabled()).toBe(true)
    await page.keyboard.press('b')
    const dialog = page.getByRole('dialog', { name: `${names[n]} booked` })
    await dialog.getByRole('button', { name: 'Mark booked' }).click()
    await row(body).waitFor({ state: 'detached' })
  }
  await page.getByRole('radio', { name: 'All' }).click()
  for (const name of ['Zoe', 'Mary-Kate']) {
    await page.getByRole('article').getByRole('button', { name, exact: true }).click()
    const panel = page.getByRole('region', { name: `Conversation with ${name}` })
    await panel.getByText('They texted “STOP”. This number gets no more texts.').waitFor()
    expect(await panel.getByRole('textbox', { name: 'Reply' }).count()).toBe(0)
  }
}

/** The owner says on the phone which of the four came, and the amounts. */
async function answerAsOwner(owner: Page, url: string) {
  await owner.goto(url)
  await owner.getByText('4 clients answered or booked after our text.').waitFor()
  expect(await overflowOf(owner)).toEqual([])
  const amounts = ['45', '60.00', '82,50', null]
  for (const [n, amount] of amounts.entries()) {
    const visit = owner.locator('details.visit').filter({ hasText: names[n] })
    await visit.locator('summary').click()
    if (amount) {
      await visit.getByLabel('When?').fill(clock.day(-1))
      await visit.getByLabel('Paid for services').fill(amount)
    }
    await visit.getByRole('button', { name: amount ? 'Yes, they came' : 'They did not come' }).click()
    await owner.getByRole('status').filter({ hasText: 'Thank you. Saved.' }).waitFor()
  }
  await owner.getByText('£13.50', { exact: true }).waitFor()
}

async function refund(page: Page, name: string) {
  await page.getByRole('tab', { name: 'Visits' }).click()
  await page.getByText('Attended', { exact: true }).first().click()
  await page.getByRole('button', { name, exact: true }).click()
  const form = page.getByRole('dialog', { name: `Visit of ${name}` })
  await form.getByLabel('Paid for services (GBP)').fill('0')
  await page.keyboard.press('Control+Enter')
  await form.waitFor({ state: 'detached' })
  await closeToast(page)
}

test('from a list of 30 to the statement of three visits, and a negative one after a refund', async () => {
  const { id, owner } = await agreedSalon(admin)
  const page = await admin.staff(`/admin/salons/${id}`, failures)
  await uploadList(page)
  await approveOffer(page, owner)
  await sendOffer(page)
  await answer(page)

  clock.advanceDays(6)
  const { url } = await (await admin.api()).salons.createLink({ id, purpose: 'results' })
  await answerAsOwner(owner, url)
  const later = await admin.staff(`/admin/salons/${id}`, failures)
  expect(await issue(later, '£0.00')).toEqual(['Not issued', 'Nothing is payable yet'])

  // Fees are payable 14 days after the visit.
  clock.advanceDays(15)
  const last = await admin.staff(`/admin/salons/${id}`, failures)
  // 30 % of 45.00, 60.00 and 82.50.
  expect(await issue(last, '£56.25')).toEqual(['Statement 1 issued', 'Total: £56.25'])
  await refund(last, 'Siobhán')
  expect(await issue(last, '-£13.50')).toEqual(['Statement 2 issued', 'Total: -£13.50'])

  await owner.goto(url)
  await owner.getByRole('link', { name: 'Statement 1' }).click()
  await owner.getByText(/^To pay by .*: £56\.25$/).waitFor()
  expect(await owner.locator('tbody tr').count()).toBe(3)
  await owner.goBack()
  await owner.getByRole('link', { name: 'Statement 2' }).click()
  await owner.getByText(/^To pay by .*: £42\.75$/).waitFor()
  expect(await overflowOf(owner)).toEqual([])
})
