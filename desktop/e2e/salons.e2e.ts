import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { contracts } from '@salonback/shared/contracts.ts'
import { createClient } from '@salonback/shared/platform/http/client.ts'
import { handsetsOf } from '@salonback/shared/testing/handsets.ts'
import { movedClock } from '@salonback/shared/testing/movedClock.ts'
import { logIn, openHours, type RunningServer, startServer } from '@salonback/shared/testing/server.ts'
import { addBookings, makeTextsDue } from '@salonback/shared/testing/serverScripts.ts'
import { afterAll, expect, test } from 'vitest'
import { openApp } from './app.ts'
import { openConsole } from './steps.ts'

const OWNER = '+447700900301'
const CLIENT = '+447700900410'
const clock = movedClock()
let server: RunningServer

const app = openApp(async ({ electron, page }) => {
  server = await startServer({ ...openHours, ...clock.settings })
  await openConsole(page, server.origin)
  await electron.evaluate(({ dialog, shell }) => {
    const opened: string[] = []
    Object.assign(globalThis, { opened })
    shell.openExternal = async (url) => void opened.push(url)
    dialog.showMessageBox = async () => ({ response: 0, checkboxChecked: false })
  })
})
afterAll(async () => {
  await server.remove()
  clock.remove()
})

const openedLinks = () => app.electron.evaluate(() => (globalThis as unknown as { opened: string[] }).opened)
const arrived = (phone: string) => handsetsOf(server.origin).arrived(phone)

/** The owner's calls, with the token of the link that was texted last. */
async function asOwner() {
  const token = /\/o\/([\w-]+)/.exec((await arrived(OWNER)).at(-1) ?? '')?.[1] ?? ''
  return { token, owner: createClient(contracts, { base: server.origin }).owner }
}

async function onlySalon() {
  const { staff } = await logIn(server.origin)
  const [salon] = (await staff.salons.list({})).items
  if (!salon) throw new Error('No salon')
  return salon
}

/** The owner's calls through a new home link. */
async function asHomeOwner() {
  const { staff } = await logIn(server.origin)
  const { url } = await staff.salons.createLink({ id: (await onlySalon()).id, purpose: 'home' })
  return { token: url.split('/o/')[1] ?? '', owner: createClient(contracts, { base: server.origin }).owner }
}

/** Texts the link of the open dialog to the owner. */
async function textLink() {
  const before = (await arrived(OWNER)).length
  await app.page.getByRole('button', { name: 'Text it to Aoife' }).click()
  await app.page.getByText('The link is on its way to Aoife.').waitFor()
  await makeTextsDue(server)
  await expect.poll(async () => (await arrived(OWNER)).length).toBe(before + 1)
}

test('a salon is added with a number, and its owner gets the link to agree', async () => {
  const { page } = app
  await page.getByRole('link', { name: 'Salons' }).first().click()
  await page.getByRole('button', { name: 'Add salon' }).click()
  const form = page.getByRole('dialog', { name: 'Add salon' })
  await form.getByLabel('Trading name').fill('Fern Hair')
  await form.getByLabel('Name', { exact: true }).fill('Aoife Byrne')
  await form.getByLabel('Mobile number (optional)').fill(OWNER)
  await form.getByLabel('Email (optional)').fill('aoife@example.com')
  await form.getByLabel('Booking page (optional)').fill('https://fern.example/book')
  await form.getByRole('button', { name: 'Add salon' }).click()
  await page.getByRole('heading', { name: 'Fern Hair' }).waitFor()
  await page.getByRole('button', { name: 'Get a number' }).click()
  await page.getByRole('listitem').filter({ hasText: 'Number Done' }).waitFor()

  await page.getByRole('button', { name: 'Send link' }).click()
  await textLink()
})

test('Write an email opens a draft in the mail program, and the owner agrees', async () => {
  const { page } = app
  await page.getByRole('link', { name: 'Write an email' }).click()
  await expect
    .poll(openedLinks)
    .toEqual([expect.stringMatching(/^mailto:aoife@example\.com\?subject=Your%20page/)])
  const { owner, token } = await asOwner()
  await owner.agree({ token, name: 'Aoife Byrne' })
  await page.getByText(/^Accepted by Aoife Byrne on/).waitFor()
})

test('a list is stored, and the owner approves an offer', async () => {
  const { page } = app
  const list = join(app.profile.dir, 'fern.csv')
  const visit = clock.day(-200)
  await writeFile(list, `First name,Mobile,Last visit\nSiobhán,${CLIENT},${visit}\n`)
  await page.getByRole('button', { name: 'Upload a list' }).click()
  await page.getByLabel('Choose a list').setInputFiles(list)
  await page.getByText('Preview of fern.csv').waitFor()
  await page.getByText('All of these people are customers of this salon').click()
  for (const yes of await page.getByText('Yes', { exact: true }).all()) await yes.click()
  await page.getByRole('button', { name: 'Store list' }).click()
  await page.getByRole('row', { name: /Siobhán.*Eligible/ }).waitFor()

  await page.getByRole('tab', { name: 'Offer' }).click()
  await page.getByLabel('Text', { exact: true }).fill('{salon}: Hi {firstName}, 20% off any cut: {link}')
  await page.getByRole('button', { name: 'Save new version' }).click()
  await page.getByRole('button', { name: 'Send to owner' }).click()
  await textLink()
  const { owner, token } = await asOwner()
  const { offer } = await owner.open({ token })
  // First, because after the approval the version and its dialog are gone.
  await page.getByRole('button', { name: 'Done' }).click()
  await owner.approve({ token, sha256: offer?.sha256 ?? '' })
  await page.getByRole('list', { name: 'Versions' }).getByText('Approved', { exact: true }).waitFor()
})

test('a campaign is started, the owner answers a question of a client, and the booking is marked', async () => {
  const { page } = app
  await page.getByRole('tab', { name: 'Campaigns' }).click()
  await page.getByRole('button', { name: 'Preview' }).click()
  await page.getByRole('button', { name: 'Start: text 1 client' }).click()
  await page.getByRole('list', { name: 'Campaigns' }).getByText(/of 1$/).waitFor()
  await makeTextsDue(server)
  await expect.poll(async () => (await arrived(CLIENT)).length).toBe(1)
  await handsetsOf(server.origin).send(CLIENT, 'Is Friday 2pm free?')
  await page.getByRole('link', { name: 'Replies 1 waiting' }).click()
  await page.getByRole('article').filter({ hasText: 'Is Friday 2pm free?' }).getByRole('button').click()
  const panel = page.getByRole('region', { name: 'Conversation with Siobhán' })
  await expect.poll(() => panel.getByRole('button', { name: 'Ask the salon' }).isEnabled()).toBe(true)
  await page.keyboard.press('o')
  await panel.getByText(/^Asked Aoife: "Is Friday 2pm free\?"/).waitFor()

  const { owner, token } = await asHomeOwner()
  const { handover } = await owner.open({ token, step: 'handover' })
  const question = handover?.questions[0]?.id ?? ''
  await owner.answer({ token, question: { id: question, answer: 'works' } })
  await panel.getByText('Yes.', { exact: true }).waitFor()
  await page.keyboard.press('b')
  const dialog = page.getByRole('dialog', { name: 'Siobhán booked' })
  await dialog.getByRole('button', { name: 'Mark booked' }).click()
  await panel.getByText(/^Booked\. Aoife/).waitFor()
  expect((await owner.open({ token })).home?.bookings).toBe(1)
})

test('statements are issued for all salons, and a payment is recorded', async () => {
  const { page } = app
  const { staff } = await logIn(server.origin)
  const { id } = await onlySalon()
  await addBookings(server, id)
  for (const { id: visitId, visitAt } of (await staff.visits.list({ id })).items)
    if (visitAt !== null) await staff.visits.update({ id, visitId, state: 'attended', amount: 5000 })
  // Owners see a fee for a week before it can be billed.
  clock.advanceDays(8)
  await page.getByRole('link', { name: 'Money' }).click()
  await page.getByRole('button', { name: 'Issue statements...' }).click()
  const dialog = page.getByRole('dialog', { name: 'Issue statements' })
  await dialog.getByRole('listitem').filter({ hasText: 'Fern Hair' }).getByText('£45.00').waitFor()
  await dialog.getByRole('button', { name: 'Issue 1 statement' }).click()
  await page.locator('.sb-toast').getByText('1 owner told.').waitFor()
  await page.getByRole('button', { name: 'Record payment... Fern Hair, statement 1' }).click()
  const payment = page.getByRole('dialog', { name: 'Payment of Fern Hair' })
  await payment.getByRole('button', { name: 'Record payment' }).click()
  await page.getByText('Every statement is paid.').waitFor()
})

test('the console shows no unexpected errors', () => {
  expect(app.complaints.filter((line) => !/401 \(Unauthorized\)/.test(line))).toEqual([])
})
