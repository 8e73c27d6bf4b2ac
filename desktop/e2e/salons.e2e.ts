import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { contracts } from '@salonback/shared/contracts.ts'
import { createClient } from '@salonback/shared/platform/http/client.ts'
import { handsetsOf } from '@salonback/shared/testing/handsets.ts'
import { makeTextsDue } from '@salonback/shared/testing/movedClock.ts'
import { openHours, type RunningServer, startServer } from '@salonback/shared/testing/server.ts'
import { afterAll, expect, test } from 'vitest'
import { openApp } from './app.ts'
import { openConsole } from './steps.ts'

const OWNER = '+447700900301'
const CLIENT = '+447700900410'
let server: RunningServer

const app = openApp(async ({ electron, page }) => {
  server = await startServer(openHours)
  await openConsole(page, server.origin)
  await electron.evaluate(({ dialog, shell }) => {
    const opened: string[] = []
    Object.assign(globalThis, { opened })
    shell.openExternal = async (url) => void opened.push(url)
    dialog.showMessageBox = async () => ({ response: 0, checkboxChecked: false })
  })
})
afterAll(() => server.remove())

const openedLinks = () => app.electron.evaluate(() => (globalThis as unknown as { opened: string[] }).opened)
const arrived = async (phone: string) =>
  (await handsetsOf(server.origin).texts(phone)).flatMap(({ direction, body }) =>
    direction === 'out' ? [body] : [],
  )

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
  const visit = new Date(Date.now() - 200 * 86_400_000).toISOString().slice(0, 10)
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
  // First, because the approval takes the version and its dialog away.
  await page.getByRole('button', { name: 'Done' }).click()
  await owner.approve({ token, sha256: offer?.sha256 ?? '' })
  await page.getByRole('list', { name: 'Versions' }).getByText('Approved', { exact: true }).waitFor()
})

test('the console shows no unexpected errors', () => {
  expect(app.complaints.filter((line) => !/401 \(Unauthorized\)/.test(line))).toEqual([])
})
