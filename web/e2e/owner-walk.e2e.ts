import { salonDetails } from '@salonback/shared/salons/salons/testing.ts'
import { movedClock } from '@salonback/shared/testing/movedClock.ts'
import type { Locator, Page } from 'playwright'
import { afterAll, expect, test } from 'vitest'
import { openConsole, toastTexts } from './openConsole.ts'
import { closeToast, csvFile, failedAnswer, overflowOf } from './pageHelpers.ts'

const clock = movedClock()
afterAll(clock.remove)
const admin = openConsole(clock.settings)

/** Taps of an owner on a phone up to the first campaign: links, buttons, answers, and each field to type into. */
const MOST_TAPS = 14
const phone = { viewport: { width: 320, height: 640 }, expected: failedAnswer }

interface Salon {
  id: string
  name: string
  /** The home link. */
  url: string
  /** Number of the client Siobhán. */
  client: string
}

/** A salon with a number, an offer with its owner and one link. Rounds share the server, so numbers differ. */
async function newSalon(round: number): Promise<Salon> {
  const staff = await admin.api()
  const name = `Fern Hair ${round}`
  const ownerPhone = `+44770090039${round}`
  const { id } = await staff.salons.create(salonDetails({ name, ownerPhone, ownerEmail: null }))
  await staff.salons.setSender({ id, simulated: true })
  const text = '{salon}: Hi {firstName}, 20 % off any cut: {link}'
  const { id: offerId } = await staff.offers.create({ id, text, reminderText: null })
  await staff.offers.send({ id, offerId })
  const { url } = await staff.salons.createLink({ id, purpose: 'home' })
  return { id, name, url, client: `+44770090022${round}` }
}

/** As Fresha exports it: one client who may be texted, one who said no. */
function freshaList({ client }: Salon) {
  const visit = clock.day(-200).split('-').reverse().join('/')
  return csvFile('fresha-clients.csv', [
    'Client ID,First Name,Last Name,Mobile Number,Last Appointment,Accepts SMS Marketing',
    `1,Siobhán,Daly,${client},${visit},Yes`,
    `2,Zoe,Quinn,07700 900299,${visit},No`,
  ])
}

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name }).waitFor()
const thanked = (page: Page, words: string) =>
  page
    .getByRole('status')
    .filter({ hasText: `Thank you. ${words}` })
    .waitFor()

/** Agrees, shares a list by the guide and approves the offer. Returns the taps. */
async function agreeShareApprove(page: Page, salon: Salon): Promise<number> {
  let taps = 0
  const tap = (target: Locator) => {
    taps++
    return target.click()
  }
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  taps++
  await page.goto(salon.url)
  await heading(page, 'Hello Aoife, 3 things to do')
  await tap(page.getByRole('link', { name: 'Read the terms' }))
  await tap(page.getByLabel('Your full name'))
  await page.getByLabel('Your full name').fill('Aoife Byrne')
  await tap(button('I agree'))

  await heading(page, 'Hello Aoife, please share your client list')
  await thanked(page, 'You have agreed.')
  await page.getByText('How do I export my clients?').waitFor()
  await tap(button('Fresha'))
  await page.getByText('Choose Options at the top, then Export.').waitFor()
  taps++
  await page.getByLabel('Your file, up to 20 MB').setInputFiles(freshaList(salon))
  await tap(button('Read this file'))
  await heading(page, 'Hello Aoife, is this your list?')
  await tap(page.getByLabel(`All of these people are customers of ${salon.name}`))
  for (const question of [/^Did you tell these people/, /^Could they say no/, /^Does a yes in the column/])
    await tap(page.getByRole('group', { name: question }).getByLabel('Yes'))
  await tap(button('Share this list'))

  await heading(page, 'Hello Aoife, is this text right?')
  await thanked(page, 'We have your list.')
  await page.getByText(`${salon.name}: Hi Aoife, 20 % off any cut`).waitFor()
  await tap(button('Approve for this time'))
  await heading(page, 'Hello Aoife, all done')
  return taps
}

/** Staff start the campaign, and the client answers the text. */
async function textClients(staff: Page, { id, name, client }: Salon) {
  await staff.goto(`${admin.origin()}/admin/salons/${id}?part=campaigns`)
  await staff.getByRole('button', { name: 'Preview' }).click()
  await staff.getByRole('button', { name: 'Start: text 1 client' }).click()
  await staff.getByRole('list', { name: 'Campaigns' }).getByText(/of 1$/).waitFor()
  await admin.makeTextsDue()
  await expect
    .poll(() => admin.arrived(client))
    .toEqual([expect.stringMatching(`^${name}: Hi Siobhán, 20 % off any cut`)])
  await admin.text(client, 'Is Friday 2pm free? https://evil.example')
}

/** Staff ask the owner from the desk. The owner answers on the page, and the answer brings the conversation back. */
async function askOwner(staff: Page, owner: Page, { url }: Salon) {
  await staff.goto(`${admin.origin()}/admin/salons/replies`)
  await staff.getByRole('article').filter({ hasText: 'Is Friday 2pm free?' }).getByRole('button').click()
  const panel = staff.getByRole('region', { name: 'Conversation with Siobhán' })
  await expect.poll(() => panel.getByRole('button', { name: 'Ask the salon' }).isEnabled()).toBe(true)
  await staff.keyboard.press('o')
  await expect.poll(() => toastTexts(staff)).toContain('Asked Aoife')
  await closeToast(staff)
  await panel.getByText(/^Asked Aoife: "Is Friday 2pm free\? \(link\)"/).waitFor()

  await owner.goto(url)
  await owner.getByRole('link', { name: 'Answer' }).click()
  await owner.getByText('“Is Friday 2pm free? https://evil.example”').waitFor()
  expect(await owner.getByRole('link', { name: /evil/ }).count()).toBe(0)
  expect(await overflowOf(owner)).toEqual([])
  await owner.getByText('Suggest another time, or write an answer').click()
  await owner.getByLabel('What should we tell them?').fill('Friday at 4')
  await owner.getByRole('button', { name: 'Send' }).click()
  await thanked(owner, 'We tell the client.')
  await panel.getByText('Answer: Friday at 4').waitFor()
}

/** Staff mark the booking, and the owner finds it on the page. */
async function book(staff: Page, owner: Page, { url }: Salon) {
  await staff.keyboard.press('b')
  const dialog = staff.getByRole('dialog', { name: 'Siobhán booked' })
  await dialog.getByLabel(/^When is the appointment/).fill(`${clock.day(3)}T16:00`)
  await dialog.getByRole('button', { name: 'Mark booked' }).click()
  await staff.getByText(/^Booked for .*, 16:00 .* Aoife gets a text\.$/).waitFor()
  await owner.goto(url)
  await owner.getByRole('link', { name: '1 booking to come' }).click()
  await owner.getByText(/^Booked for .*, 16:00\.$/).waitFor()
  await owner.getByRole('link', { name: 'Add to your calendar' }).waitFor()
}

/** The day of the booking is filled in. */
async function confirmVisit(owner: Page, { url }: Salon) {
  await owner.goto(url)
  await owner.getByText('1 client answered or booked after our text. Did they come?').waitFor()
  await owner.getByRole('link', { name: 'Say who came' }).click()
  await owner.locator('details.visit summary').click()
  await owner.getByLabel('Paid for services').fill('150')
  await owner.getByRole('button', { name: 'Yes, they came' }).click()
  await thanked(owner, 'Saved.')
  expect(await overflowOf(owner)).toEqual([])
}

const openStatements = (staff: Page) =>
  staff.getByRole('list', { name: 'Statements to be paid' }).getByRole('listitem')

async function issueStatements(staff: Page, { name }: Salon) {
  await staff.getByRole('button', { name: 'Issue statements...' }).click()
  const dialog = staff.getByRole('dialog', { name: 'Issue statements' })
  await dialog.getByRole('listitem').filter({ hasText: name }).getByText('£45.00').waitFor()
  await dialog.getByRole('button', { name: 'Issue 1 statement' }).click()
  await dialog.waitFor({ state: 'detached' })
  expect(await toastTexts(staff)).toEqual(['1 statement issued', '1 owner told.'])
  await closeToast(staff)
  await openStatements(staff).filter({ hasText: 'Issued' }).waitFor()
}

async function pay(staff: Page, { name }: Salon, amount: string) {
  await staff.getByRole('button', { name: `Record payment... ${name}, statement 1` }).click()
  const form = staff.getByRole('dialog', { name: `Payment of ${name}` })
  await form.getByLabel('Amount (GBP)').fill(amount)
  await staff.keyboard.press('Control+Enter')
  await form.waitFor({ state: 'detached' })
  expect(await toastTexts(staff)).toEqual(['Payment recorded', `£${amount}.00 from ${name}`])
  await closeToast(staff)
}

/** The owner finds the outstanding amount on the page, reads the statement and goes back. */
async function readStatement(owner: Page, { url }: Salon, toPay: string) {
  await owner.goto(url)
  await owner.getByText(toPay).first().waitFor()
  await owner.getByRole('link', { name: 'See the statement' }).click()
  await owner.getByText(/^To pay by .*: £45\.00$/).waitFor()
  expect(await overflowOf(owner)).toEqual([])
  await owner.getByRole('link', { name: 'Back to your page' }).click()
}

/** Two weeks later it is overdue: staff remind the owner. */
async function remind(staff: Page, { name }: Salon) {
  await openStatements(staff).filter({ hasText: 'Overdue' }).waitFor()
  await staff.getByRole('button', { name: `Remind ${name} of statement 1` }).click()
  await openStatements(staff).filter({ hasText: '1 reminder sent. The next one can be sent on' }).waitFor()
  expect(await toastTexts(staff)).toEqual(['Reminder sent', `To ${name}, by text`])
  await closeToast(staff)
}

test.each([
  [true, 1],
  [false, 2],
])(
  'one owner with one link, from the agreement to a paid statement; with scripts: %s',
  async (javaScriptEnabled, round) => {
    clock.toTuesday()
    const salon = await newSalon(round)
    const owner = await admin.visitor('/', { ...phone, javaScriptEnabled })
    expect(await agreeShareApprove(owner, salon)).toBeLessThanOrEqual(MOST_TAPS)
    const staff = await admin.staff('/admin/salons')
    expect(await (await admin.api()).salons.get({ id: salon.id })).toMatchObject({
      agreedBy: 'Aoife Byrne',
      bookingSystem: 'fresha',
      offerState: 'approved',
      counts: { clients: 2 },
    })
    await textClients(staff, salon)
    await askOwner(staff, owner, salon)
    await book(staff, owner, salon)
    // Sessions end in the days that pass.
    await staff.close()

    clock.advanceDays(6)
    await confirmVisit(owner, salon)
    clock.advanceDays(15)
    const later = await admin.staff('/admin/salons/money')
    await issueStatements(later, salon)
    await readStatement(owner, salon, '£45.00, to pay by')
    await pay(later, salon, '15')
    await readStatement(owner, salon, '£30.00, to pay by')
    await later.close()

    clock.advanceDays(15)
    const last = await admin.staff('/admin/salons/money')
    await remind(last, salon)
    await pay(last, salon, '30')
    await last.getByText('Every statement is paid.').waitFor()
    await owner.goto(salon.url)
    await owner.getByText(/£45\.00,\s+paid/).waitFor()
    await owner.getByText(/^Our agreement of/).click()
    await owner.getByText('You pay 30 % of the first rebooking').waitFor()
    await owner.getByText(/^Offer 1, approved on/).waitFor()
  },
)

test('a link of one purpose shows only its page, and says what happens next', async () => {
  const staff = await admin.api()
  const { id } = await staff.salons.create(salonDetails())
  const page = await admin.visitor('/', { ...phone, javaScriptEnabled: false })
  await page.goto((await staff.salons.createLink({ id, purpose: 'agree' })).url)
  expect(await page.getByRole('link', { name: 'Back to your page' }).count()).toBe(0)
  await page.getByLabel('Your full name').fill('Aoife Byrne')
  await page.getByRole('button', { name: 'I agree' }).click()
  await page.getByText('Thank you. You have agreed.').waitFor()
  await page.getByText('Next, we need your client list. We send you a link for it.').waitFor()
  await page.goto((await staff.salons.createLink({ id, purpose: 'results' })).url)
  await page.getByText('No clients are waiting for your answer.').waitFor()
})
