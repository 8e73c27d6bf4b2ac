import { contracts } from '@salonback/shared/contracts.ts'
import { createClient } from '@salonback/shared/platform/http/client.ts'
import { salonDetails } from '@salonback/shared/salons/salons/testing.ts'
import { movedClock } from '@salonback/shared/testing/movedClock.ts'
import type { Page } from 'playwright'
import { afterAll, expect, test } from 'vitest'
import { openConsole } from './openConsole.ts'
import { csvFile, expectFits, failedAnswer } from './pageHelpers.ts'

const clock = movedClock()
afterAll(clock.remove)
const admin = openConsole({ ...clock.settings, SEND_RATE_PER_SECOND: '100' })

const OWNER = '+447700900391'
const phone = {
  viewport: { width: 375, height: 720 },
  hasTouch: true,
  isMobile: true,
  bypassCSP: true,
  expected: failedAnswer,
}
const widths = [1920, 1280, 768, 320, 375]
const numbers = Array.from({ length: 110 }, (_, n) => `+44770090${String(500 + n).padStart(4, '0')}`)

const mossClients = Array.from({ length: 6 }, (_, n) => `+44770090070${n}`)

const tokenOf = (url: string) => url.split('/o/')[1] ?? ''
/** Calls of an owner's page, without a browser. */
const ownerCalls = () => createClient(contracts, { base: admin.origin() }).owner

/** A salon with a sender and an agreement, and the home link of its owner. */
async function newSalon(name: string, ownerPhone: string) {
  const staff = await admin.api()
  const { id } = await staff.salons.create(
    salonDetails({ name, ownerName: 'Nora Quinn', ownerPhone, ownerEmail: null }),
  )
  await staff.salons.setSender({ id, simulated: true })
  const { url: agree } = await staff.salons.createLink({ id, purpose: 'agree' })
  await ownerCalls().agree({ token: tokenOf(agree), name: 'Nora Quinn' })
  const { url: home } = await staff.salons.createLink({ id, purpose: 'home' })
  return { id, home }
}

/** The link of the latest text to the owner that begins with these words. */
async function textedLink(words: RegExp): Promise<{ url: string; body: string }> {
  let body = ''
  await expect
    .poll(async () => {
      await admin.makeTextsDue(OWNER)
      body = (await admin.arrived(OWNER)).findLast((text) => words.test(text)) ?? ''
      return body
    })
    .not.toBe('')
  return { url: /http\S+/.exec(body)?.[0] ?? '', body }
}

/** Days until a Wednesday on which the list of today is too old: owners get requests on weekdays, up to day 28 of a month. */
function daysToAsk(): number {
  for (let days = 15; ; days++) {
    const at = new Date(`${clock.day(days)}T12:00:00Z`)
    if (at.getUTCDay() === 3 && at.getUTCDate() <= 28) return days
  }
}

interface Row {
  phone: string
  /** As an export writes it. */
  lastVisit: string
}

const written = (day: string) => day.split('-').reverse().join('/')

/** The owner shares a list behind a link, by touch. */
async function shareList(page: Page, url: string, rows: Row[]) {
  const lines = rows.map(({ phone, lastVisit }, n) => `${n},Mary,${phone},${lastVisit},Yes`)
  const header = 'Client ID,First Name,Mobile Number,Last Appointment,Accepts SMS Marketing'
  await page.goto(url)
  const guide = page.getByRole('button', { name: 'Fresha', exact: true })
  if (await guide.isVisible()) await guide.tap()
  const file = csvFile('fresha-clients.csv', [header, ...lines])
  await page.getByLabel('Your file, up to 20 MB').setInputFiles(file)
  await page.getByRole('button', { name: 'Read this file' }).tap()
  await page.getByLabel('All of these people are customers').tap()
  for (const yes of await page.getByRole('radio', { name: 'Yes' }).all()) await yes.tap()
  await page.getByRole('button', { name: 'Share this list' }).tap()
  await page.getByText('Thank you. We have your list.').waitFor()
}

/** Staff write the offer with a last day, and the owner approves it for each month. */
async function approveMonthly(staff: Page, owner: Page, id: string) {
  await staff.goto(`${admin.origin()}/admin/salons/${id}?part=offer`)
  await staff.getByLabel('Text', { exact: true }).fill('{salon}: Hi {firstName}, 20% off any cut: {link}')
  await staff.getByLabel('Approval for each month until (optional)').fill(clock.day(200))
  await staff.getByRole('button', { name: 'Save new version' }).click()
  await staff.getByRole('button', { name: 'Send to owner' }).click()
  await staff.getByRole('button', { name: 'Create link' }).click()
  await owner.goto(await staff.getByRole('textbox', { name: 'Link' }).inputValue())
  await owner.getByText(/^Each month until .*: we ask you for a fresh list/).waitFor()
  await expectFits(owner, 'the offer for each month', widths)
  await owner.getByRole('button', { name: 'Approve for each month' }).tap()
  await owner.getByText('Thank you. The offer is approved.').waitFor()
}

async function turnOn(staff: Page, id: string, askDay: number) {
  await staff.goto(`${admin.origin()}/admin/salons/${id}?part=campaigns`)
  const panel = staff.locator('.sb-programme')
  await panel.getByText('Start texts each month').click()
  await panel.getByLabel('Ask for a list on day').fill(String(askDay))
  await panel.getByLabel('Texts a day').fill('1000')
  await panel.getByRole('button', { name: 'Save' }).click()
  await staff.getByText(/^On\. We ask Nora for a list from /).waitFor()
}

/** The day before: the owner reads count and words, and finds *Stop*. */
async function readAnnouncement(owner: Page) {
  const { url, body } = await textedLink(/tomorrow we start to text/)
  expect(body).toContain(
    'tomorrow we start to text 99 clients of yours: “Fern Hair: Hi Nora, 20% off any cut:',
  )
  await owner.goto(url)
  await owner.getByText(/^99 texts, /).waitFor()
  await owner.getByText('Fern Hair: Hi Nora, 20% off any cut').waitFor()
  await owner.getByText('Stop these texts').tap()
  await owner.getByRole('button', { name: 'Yes, stop them' }).waitFor()
  await expectFits(owner, 'the day before', widths)
}

/** Makes the texts of a campaign due, and waits until so many have left. */
async function sendTexts(id: string, texts: number) {
  const { campaigns } = await admin.api()
  await admin.makeTextsDue()
  await expect
    .poll(async () => (await campaigns.list({ id })).map(({ sent, delivered }) => sent + delivered))
    .toEqual([texts])
}

/** A salon with two approved texts, which staff compare in one campaign. Resolves when its texts have left. */
async function compareTexts() {
  const { id, home } = await newSalon('Moss Nails', '+447700900392')
  const staff = await admin.api()
  for (const words of ['20% off', 'a free polish']) {
    const { id: offerId } = await staff.offers.create({
      id,
      text: `{salon}: Hi {firstName}, ${words}: {link}`,
    })
    const token = tokenOf((await staff.offers.send({ id, offerId })).url)
    const sha256 = (await ownerCalls().open({ token })).offer?.sha256 ?? ''
    await ownerCalls().approve({ token, sha256 })
  }
  const owner = await admin.visitor('/', phone)
  await shareList(
    owner,
    `${home}/list`,
    mossClients.map((one) => ({ phone: one, lastVisit: written(clock.day(-200)) })),
  )
  const page = await admin.staff(`/admin/salons/${id}?part=campaigns`)
  await page.getByText('6 clients may be texted now.').waitFor()
  await page.getByLabel('Last visit from').fill(clock.day(-100))
  await page.getByText('None of 6 clients who may be texted now.').waitFor()
  await page.getByLabel('Last visit from').fill('')
  await page.getByLabel('Compare with (optional)').selectOption({ index: 1 })
  await page.getByRole('button', { name: 'Preview' }).click()
  await page.getByRole('button', { name: 'Start: text 6 clients' }).click()
  await page.getByRole('list', { name: 'Campaigns' }).getByText(/of 6$/).waitFor()
  await sendTexts(id, 6)
  await page.close()
  return { id, home, owner }
}

/** The clients that got a text of the salon. */
async function textedOf(clients: string[], words: string): Promise<string[]> {
  const found: string[] = []
  for (const one of clients)
    if ((await admin.arrived(one)).some((body) => body.includes(words))) found.push(one)
  return found
}

test('an owner approves texts for each month, shares a list, reads them the day before, and sees what they did', async () => {
  const { id, home } = await newSalon('Fern Hair', OWNER)
  const owner = await admin.visitor('/', phone)
  const staff = await admin.staff('/admin/salons')
  const old = numbers.map((one) => ({ phone: one, lastVisit: written(clock.day(-200)) }))
  await shareList(owner, `${home}/list`, old.slice(0, 2))
  await approveMonthly(staff, owner, id)
  const wait = daysToAsk()
  await turnOn(staff, id, Number(clock.day(wait).slice(8)))
  await staff.close()

  clock.advanceDays(wait)
  const { url } = await textedLink(/please share a fresh client list/)
  await shareList(owner, url, old)
  // The programme looks every ten minutes.
  clock.advanceDays(1 / 48)
  await readAnnouncement(owner)
  const months = await admin.staff(`/admin/salons/${id}?part=campaigns`)
  await months
    .getByRole('list', { name: 'Months' })
    .getByText(/^0 of 99 texts sent, dates from the list of /)
    .waitFor()
  await months.close()

  clock.advanceDays(1)
  await sendTexts(id, 99)
  const moss = await compareTexts()
  const texted = (await textedOf(numbers.slice(0, 20), 'Fern Hair')).slice(0, 6)
  const polished = await textedOf(mossClients, 'free polish')
  expect([texted.length, polished.length]).toEqual([6, 3])

  clock.advanceDays(31)
  const cameOn = written(clock.day(-10))
  await shareList(
    owner,
    `${home}/list`,
    old.map((row) => (texted.includes(row.phone) ? { ...row, lastVisit: cameOn } : row)),
  )
  await shareList(
    moss.owner,
    `${moss.home}/list`,
    mossClients.map((one) => ({
      phone: one,
      lastVisit: polished.includes(one) ? cameOn : written(clock.day(-200)),
    })),
  )
  await readProof(owner, home)
  await moss.owner.goto(moss.home)
  await moss.owner.getByText('3 of 3 clients came back after offer 2, none of 3 after offer 1.').waitFor()
  await readComparisons(id, moss.id)
})

/** The sentence of the owner, and why some clients are left out. */
async function readProof(owner: Page, home: string) {
  await owner.goto(home)
  await owner.getByText('Of 99 clients we texted 6 came back, and none of 11 we did not text.').waitFor()
  await owner.getByText('Too few to tell yet.').waitFor()
  await owner.getByText('Why do you leave some out?').tap()
  await owner.getByText(/^Some past clients come back by themselves\./).waitFor()
  await expectFits(owner, 'what the texts did', widths)
  await owner.getByRole('button', { name: 'Pause the monthly texts' }).tap()
  await owner.getByText(/^You paused them/).waitFor()
}

/** The same on the pages of staff, for each salon and for all. */
async function readComparisons(fern: string, moss: string) {
  const page = await admin.staff(`/admin/salons/${fern}?part=results`)
  await page.getByText(/^Of 99 clients we texted 6 came back, and none of 11 we did not text\./).waitFor()
  await page.getByText('Why do we leave some out?').click()
  await page.getByText(/^Some past clients come back by themselves\./).waitFor()
  await page.goto(`${admin.origin()}/admin/salons/${moss}?part=results`)
  await page.getByText(/^3 of 3 clients came back after version 2, none of 3 after version 1\./).waitFor()
  await page.goto(`${admin.origin()}/admin/salons`)
  await page.getByText(/^1 campaign together\. Of 99 clients we texted 6 came back/).waitFor()
  await page.close()
}
