import { salonDetails } from '@salonback/shared/salons/salons/testing.ts'
import { logIn } from '@salonback/shared/testing/server.ts'
import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import { openSite, withoutScripts } from './openSite.ts'
import { csvFile, expectFits, failedAnswer } from './pageHelpers.ts'

const { newPage, origin } = openSite()

const TEXT = '{salon}: Hi {firstName}, it has been a while. 20 % off any cut: {link}'
const REMINDER = '{salon}: Hi {firstName}, two days left for 20 % off: {link}'

/** A salon with a link to agree, and a way to send offers. */
async function salonWithOwner() {
  const { staff } = await logIn(origin())
  const { id } = await staff.salons.create(salonDetails())
  const { url } = await staff.salons.createLink({ id, purpose: 'agree' })
  const send = async (text: string) => {
    const { id: offerId } = await staff.offers.create({ id, text, reminderText: REMINDER })
    return (await staff.offers.send({ id, offerId })).url
  }
  const salon = () => staff.salons.get({ id })
  const offer = async () => (await staff.offers.list({ id })).items[0]
  const listUrl = async () => (await staff.salons.createLink({ id, purpose: 'list' })).url
  const homeUrl = async () => (await staff.salons.createLink({ id, purpose: 'home' })).url
  /** Starts the approved offer a day later: by day, all texts would have left before the page shows how to stop them. */
  const start = async () => {
    await staff.salons.setSender({ id, simulated: true })
    const offerId = (await offer())?.id ?? ''
    const startAt = new Date(Date.now() + 24 * 3_600_000).toISOString()
    await staff.campaigns.start({ id, offerId, perDay: 10, reminderAfterDays: 7, startAt })
  }
  return { agreeUrl: url, send, salon, offer, listUrl, homeUrl, start }
}

const file = (name: string, ...rows: string[]) =>
  csvFile(name, ['First Name,Mobile Number,Last Appointment,Notes', ...rows])
/** Visits of last year: older than 60 days, and young enough for a soft opt-in. */
const lastYear = new Date().getFullYear() - 1
const goodList = file(
  'clients from the booking system.csv',
  `Siobhán,07700 900201,12/09/${lastYear},Likes tea`,
  `Mary-Kate,+447700900202,30/08/${lastYear},`,
  `Mary Kate,07700 900202,30/06/${lastYear},`,
  `Zoe,4.47701E+11,30/06/${lastYear},`,
)
const mixedDates = file('mixed.csv', 'Ann,07700 900201,25/12/2025,', 'Bea,07700 900202,12/25/2025,')

async function readFile(page: Page, chosen: ReturnType<typeof file>) {
  await page.getByLabel('Your file, up to 20 MB').setInputFiles(chosen)
  await page.getByRole('button', { name: 'Read this file' }).click()
}

test('no request carries the token in its Referer', async () => {
  const { agreeUrl } = await salonWithOwner()
  const page = await newPage(withoutScripts(375))
  const sent: Promise<string>[] = []
  page.on('request', (request) => sent.push(request.allHeaders().then(({ referer = '' }) => referer)))
  await page.goto(agreeUrl)
  await page.getByLabel('Your full name').fill('Aoife Byrne')
  await page.getByRole('button', { name: 'I agree' }).click()
  await page.getByText('You have agreed').waitFor()
  const referers = await Promise.all(sent)
  expect(referers.length).toBeGreaterThan(3)
  expect(referers.filter((referer) => referer !== '' && referer !== `${origin()}/`)).toEqual([])
})

/** Every page: upload of a list, refused file, reading, agree, agree with an error, offer with its note open, empty note, done, used, unknown. */
async function* ownerPages(page: Page) {
  const { agreeUrl, send, listUrl } = await salonWithOwner()
  await page.goto(await listUrl())
  yield 'upload'
  await readFile(page, mixedDates)
  await page.getByRole('alert').waitFor()
  yield 'refused file'
  await readFile(page, goodList)
  await page.getByText('is this your list?').waitFor()
  await page.getByText('Choose another file').click()
  yield 'reading'
  await page.goto(agreeUrl)
  yield 'agree'
  await page.getByLabel('Your full name').fill('  x  ')
  await page.getByRole('button', { name: 'I agree' }).click()
  await page.getByRole('alert').waitFor()
  yield 'wrong'
  await page.goto(await send(TEXT))
  yield 'offer'
  await page.getByText('Ask for changes').click()
  yield 'note'
  await page.getByLabel('What should we change?').fill('  ')
  await page.getByRole('button', { name: 'Send' }).click()
  await page.locator('details').getByRole('alert').waitFor()
  yield 'empty note'
  await page.goto(agreeUrl)
  await page.getByLabel('Your full name').fill('Aoife Byrne')
  await page.getByRole('button', { name: 'I agree' }).click()
  await page.getByText('You have agreed').waitFor()
  yield 'done'
  await page.goto(agreeUrl)
  yield 'used'
  await page.goto(`${origin()}/o/AAAAAAAAAAAAAAAAAAAAAA`)
  yield 'unknown'
}

/** The pages of a home link, including the next texts with the button to stop them, and the papers. */
async function* homePages(page: Page) {
  const { homeUrl, start, send } = await salonWithOwner()
  const url = await homeUrl()
  await page.goto(url)
  yield 'home of a new salon'
  await page.goto(`${url}/agree`)
  await page.getByLabel('Your full name').fill('Aoife Byrne')
  await page.getByRole('button', { name: 'I agree' }).click()
  await page.getByRole('button', { name: 'Fresha' }).waitFor()
  yield 'systems'
  await page.getByRole('button', { name: 'Acuity' }).click()
  await page.getByText('As of November 2026.').waitFor()
  yield 'guide'
  await send(TEXT)
  await readFile(page, goodList)
  await page.getByText('is this your list?').waitFor()
  await page.getByLabel('All of these people are customers').check()
  for (const answer of await page.getByRole('radio', { name: 'Yes' }).all()) await answer.check()
  await page.getByRole('button', { name: 'Share this list' }).click()
  await page.getByText('is this text right?').waitFor()
  yield 'offer after the list'
  await page.getByRole('button', { name: 'Approve' }).click()
  await page.getByText('all done').waitFor()
  yield 'home with a message'
  await start()
  await page.goto(url)
  for (const words of ['Stop these texts', /^Our agreement of/, /^Offer 1, approved on/, 'How to end it'])
    await page.getByText(words).click()
  await page.getByRole('button', { name: 'Yes, stop them' }).waitFor()
  yield 'home with everything open'
  await page.getByRole('button', { name: 'Yes, stop them' }).click()
  await page.getByText('Stopped. None of these texts will leave.').waitFor()
  yield 'stopped'
  await page.goto(`${url}/results`)
  yield 'results'
}

test.each([
  ['light', 'links of one purpose', ownerPages],
  ['dark', 'links of one purpose', ownerPages],
  ['light', 'home links', homePages],
  ['dark', 'home links', homePages],
] as const)(
  'no page has axe violations, overflows or breaks a word of a heading in %s, of %s',
  async (colorScheme, _, pages) => {
    const page = await newPage({
      viewport: { width: 320, height: 640 },
      colorScheme,
      bypassCSP: true,
      expectedErrors: failedAnswer,
    })
    for await (const name of pages(page)) await expectFits(page, name, [1280, 375, 320])
  },
)
