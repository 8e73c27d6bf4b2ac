import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { contracts } from '@salonback/shared/contracts.ts'
import { createClient } from '@salonback/shared/platform/http/client.ts'
import { handsetsOf } from '@salonback/shared/testing/handsets.ts'
import { makeTextsDue, movedClock } from '@salonback/shared/testing/movedClock.ts'
import { logIn, openHours, type RunningServer, startServer } from '@salonback/shared/testing/server.ts'
import { afterAll, expect, test } from 'vitest'
import { openApp } from './app.ts'
import { logIn as logInOnScreen, openConsole } from './steps.ts'

const OWNER = '+447700900301'
const CLIENT = '+447700900410'
const clock = movedClock()
let server: RunningServer
/** The salon of the walk, once it is added. */
let salonId = ''

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
const arrived = async (phone: string) =>
  (await handsetsOf(server.origin).texts(phone)).flatMap(({ direction, body }) =>
    direction === 'out' ? [body] : [],
  )
const send = (body: string) => handsetsOf(server.origin).send(CLIENT, body)

/** The owner's calls, with the token of the link that was texted last. */
async function asOwner() {
  const token = /\/o\/([\w-]+)/.exec((await arrived(OWNER)).at(-1) ?? '')?.[1] ?? ''
  return { token, owner: createClient(contracts, { base: server.origin }).owner }
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

  const { staff } = await logIn(server.origin)
  salonId = (await staff.salons.list()).items[0]?.id ?? ''
  await page.getByRole('button', { name: 'Send link' }).click()
  await textLink()
})

test('Write an email opens a draft in the mail program, and the owner agrees', async () => {
  const { page } = app
  await page.getByRole('link', { name: 'Write an email' }).click()
  await expect
    .poll(openedLinks)
    .toEqual([expect.stringMatching(/^mailto:aoife@example\.com\?subject=Agreement/)])
  const { owner, token } = await asOwner()
  await owner.agree({ token, name: 'Aoife Byrne' })
  await page.getByText(/^Accepted by Aoife Byrne on/).waitFor()
})

test('a list is stored, and the owner approves an offer', async () => {
  const { page } = app
  const list = join(app.profile.dir, 'fern.csv')
  const visit = new Date(Date.now() - 200 * 86_400_000).toISOString().slice(0, 10)
  await writeFile(list, `First name,Mobile,Last visit\nSiobhán,${CLIENT},${visit}\n`)
  await page.getByRole('button', { name: 'Upload a list' }).click()
  await page.getByLabel('Choose a list').setInputFiles(list)
  await page.getByText('Preview of fern.csv').waitFor()
  await page.getByText('All of these people are customers of this salon').click()
  await page.getByText('Yes', { exact: true }).click()
  await page.getByRole('button', { name: 'Store list' }).click()
  await page.getByRole('row', { name: /Siobhán.*Eligible/ }).waitFor()

  await page.getByRole('tab', { name: 'Offer' }).click()
  await page.getByLabel('Text', { exact: true }).fill('{salon}: Hi {firstName}, 20% off any cut: {link}')
  await page.getByRole('button', { name: 'Save new version' }).click()
  await page.getByRole('button', { name: 'Send to owner' }).click()
  await textLink()
  const { owner, token } = await asOwner()
  const { offer } = await owner.open({ token })
  // First, because the approval takes the version and its dialog away.
  await page.getByRole('button', { name: 'Done' }).click()
  await owner.approve({ token, sha256: offer?.sha256 ?? '' })
  await page.getByRole('list', { name: 'Versions' }).getByText('Approved', { exact: true }).waitFor()
})

test('a campaign texts the client; the answer is on the desk and marked booked; STOP ends it', async () => {
  const { page } = app
  await page.getByRole('tab', { name: 'Campaigns' }).click()
  await page.getByRole('button', { name: 'Preview' }).click()
  await page.getByRole('button', { name: 'Start: text 1 client' }).click()
  await page.getByRole('list', { name: 'Campaigns' }).getByText(/of 1$/).waitFor()
  await makeTextsDue(server)
  await expect.poll(() => arrived(CLIENT)).toEqual([expect.stringMatching(/^Fern Hair: Hi Siobhán, 20%/)])

  const { staff } = await logIn(server.origin)
  const { sender } = await staff.salons.get({ id: salonId })
  await handsetsOf(server.origin).send(CLIENT, 'Yes please', sender?.address)
  await page.getByRole('link', { name: 'Replies 1 waiting' }).click()
  await page.getByRole('article').filter({ hasText: 'Yes please' }).getByRole('button').click()
  const conversation = page.getByRole('region', { name: 'Conversation with Siobhán' })
  await conversation.getByText('Yes please').waitFor()
  await conversation.getByRole('textbox', { name: 'Reply' }).fill('Tuesday at 3?')
  await conversation.getByRole('button', { name: 'Send Reply' }).click()
  await expect.poll(() => arrived(CLIENT)).toContain('Tuesday at 3?')

  await conversation.getByText('Tuesday at 3?').click()
  await page.keyboard.press('b')
  const booked = page.getByRole('dialog', { name: 'Siobhán booked' })
  await booked.getByRole('button', { name: 'Mark booked' }).click()
  await booked.waitFor({ state: 'detached' })

  // Without a number, a handset answers the one that texted it last.
  await send('STOP')
  await conversation.getByText('They texted “STOP”. This number gets no more texts.').waitFor()
  expect(await conversation.getByRole('textbox', { name: 'Reply' }).count()).toBe(0)
})

test('a visit becomes a fee, and its statement opens', async () => {
  const { page } = app
  clock.advanceDays(20)
  // A session ends after hours without use. Cached screens would not ask the server.
  await page.reload()
  await page.getByRole('heading', { name: 'Admin Login' }).waitFor()
  await logInOnScreen(page)
  await page.getByRole('link', { name: 'Salons' }).first().click()
  await page.getByRole('link', { name: 'Fern Hair' }).first().click()
  await page.getByRole('tab', { name: 'Visits' }).click()
  await page.getByRole('button', { name: 'Siobhán', exact: true }).click()
  const form = page.getByRole('dialog', { name: 'Visit of Siobhán' })
  await form.getByLabel('Came', { exact: true }).check({ force: true })
  await form.getByLabel('Day of the visit').fill(clock.day(-16))
  await form.getByLabel('Paid for services (GBP)').fill('45')
  await page.keyboard.press('Control+Enter')
  await form.waitFor({ state: 'detached' })

  await page.getByRole('tab', { name: 'Fees' }).click()
  await page.getByRole('button', { name: 'Issue statement...' }).click()
  const question = page.getByRole('alertdialog', { name: 'Issue a statement of £13.50?' })
  await question.getByRole('button', { name: 'Issue statement' }).click()
  await page.getByRole('link', { name: 'Statement 1' }).first().click()
  const sheet = page.getByRole('article', { name: 'Statement 1 for Fern Hair' })
  await sheet.getByText('You owe £13.50').waitFor()
})

test('the console shows no unexpected errors', () => {
  expect(app.complaints.filter((line) => !/401 \(Unauthorized\)/.test(line))).toEqual([])
})
