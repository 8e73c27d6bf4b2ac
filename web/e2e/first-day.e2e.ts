import type { Locator, Page } from 'playwright'
import { beforeAll, expect, test } from 'vitest'
import { takeShifts, totalShift, watchShifts } from './layoutShift.ts'
import { openConsole } from './openConsole.ts'
import { call, contactMessage, overflowOf, questionnaire, salonRecord } from './pageHelpers.ts'

const admin = openConsole({ SEND_RATE_PER_SECOND: '100' })

/** Each day has four salons: one asks, one is a lead, two get first texts. */
const days = [
  { by: 'touch', colorScheme: 'light' },
  { by: 'touch', colorScheme: 'dark' },
  { by: 'keys', colorScheme: 'light' },
  { by: 'keys', colorScheme: 'dark' },
] as const
const words = ['Amber', 'Birch', 'Cedar', 'Daisy']
const salonOf = (day: number, n: number) => `${words[day]} Hair ${n}`
const phoneOf = (day: number, n: number) => `+4477009008${day}${n}`
const shown = (phone: string) => phone.replace(/^(\+44)(\d{4})/, '$1 $2 ')

beforeAll(async () => {
  await admin.colleague('robin')
  await admin.importProspects(
    days.flatMap((_, day) => [0, 1, 2, 3].map((n) => salonRecord(salonOf(day, n), phoneOf(day, n)))),
  )
  const page = await admin.staff()
  for (const day of days.keys()) {
    await call(page, 'POST', '/api/leads', { mobileNumber: phoneOf(day, 1), country: 'GB' })
    await call(page, 'POST', '/api/waitlist', { ...questionnaire, mobileNumber: phoneOf(day, 1) })
    await call(page, 'POST', '/api/contact', { ...contactMessage, name: words[day] })
  }
})

/** How the person of a day presses things and opens tabs. */
interface Hand {
  page: Page
  day: number
  press: (target: Locator) => Promise<void>
  /** Ticks a checkbox or chooses a radio. */
  tick: (target: Locator) => Promise<void>
  openTab: (name: string) => Promise<void>
}

const tabs = ['Leads', 'Contact', 'Prospects', 'Waitlist', 'SMS Dash', 'SMS', 'Import']

/** Keys 1 to 7 open the tabs. */
const keys = (page: Page, day: number): Hand => ({
  page,
  day,
  press: (target) => target.press('Enter'),
  tick: (target) => target.press(' '),
  openTab: (name) => page.keyboard.press(String(tabs.indexOf(name) + 1)),
})

/** On a phone the tabs are in the bar at the bottom, and those without room there in its menu. */
const touch = (page: Page, day: number): Hand => {
  const bar = page.getByRole('navigation', { name: 'Sections' })
  return {
    page,
    day,
    press: (target) => target.tap(),
    // Its label: the box itself is covered by its drawing.
    tick: (target) => target.locator('xpath=..').tap(),
    openTab: async (name) => {
      const tab = bar.getByRole('tab', { name: new RegExp(`^${name}( ?\\d|$)`) })
      if (await tab.isVisible()) return tab.tap()
      await bar.getByRole('button', { name: 'More', exact: true }).tap()
      await page.getByRole('menuitem', { name }).tap()
    },
  }
}

async function answer(hand: Hand) {
  const { page, day, press, openTab } = hand
  await admin.text(phoneOf(day, 0), 'How much is it?')
  await openTab('SMS')
  await press(page.getByRole('button', { name: salonOf(day, 0), exact: true }).first())
  const conversation = page.getByRole('region', { name: `Conversation with ${salonOf(day, 0)}` })
  await conversation.getByText('How much is it?').waitFor()
  await conversation.getByRole('textbox', { name: 'Reply', exact: true }).focus()
  await page.keyboard.type('Nothing up front.')
  await press(conversation.getByRole('button', { name: 'Send Reply' }))
  await page.locator('.sb-toast').getByText('Reply SMS sent successfully').waitFor()
  await expect.poll(() => admin.arrived(phoneOf(day, 0))).toContain('Nothing up front.')
  await assign(hand)
}

/** Assigns the open conversation, takes it back with the toast, and names a colleague in a note. */
async function assign({ page, press }: Hand) {
  await press(page.getByRole('button', { name: 'Assign' }))
  await press(page.getByRole('dialog', { name: 'Assign to' }).getByRole('button', { name: 'robin' }))
  const assigned = page.getByRole('status').getByText('Assigned to robin')
  await assigned.waitFor()
  await undo(page, press)
  await assigned.waitFor({ state: 'detached' })
  await press(page.getByRole('button', { name: 'Add note' }))
  const note = page.getByRole('dialog', { name: 'Note for colleagues' })
  await page.locator('textarea[name=note]:focus').waitFor()
  await page.keyboard.type('@ro')
  await press(note.getByRole('button', { name: '@robin' }))
  await page.keyboard.type('she wants Friday')
  await press(note.getByRole('button', { name: 'Save note' }))
  await page.getByRole('note').getByText('@robin she wants Friday').waitFor()
}

async function undo(page: Page, press: Hand['press']) {
  await press(page.locator('.sb-toast').getByRole('button', { name: 'Undo' }))
  await page.locator('.sb-toast').getByText('Undone', { exact: true }).waitFor()
}

/** A number in Leads opens its person; the search finds another one. */
async function findPeople({ page, day, press, openTab }: Hand) {
  await openTab('Leads')
  await press(page.getByRole('link', { name: shown(phoneOf(day, 1)) }))
  await page.getByRole('heading', { level: 2, name: salonOf(day, 1) }).waitFor()
  for (const what of ['Imported as a prospect', 'Filled in the questionnaire'])
    await page.getByText(what).waitFor()
  await press(page.getByRole('button', { name: 'Search everything' }))
  await page.getByRole('combobox', { name: 'Search everything' }).fill(salonOf(day, 0))
  const found = page.getByRole('option', { name: salonOf(day, 0) })
  await found.waitFor()
  // The arrow keys move through the results, the focus stays in the field.
  if (days[day]?.by === 'touch') await found.tap()
  else await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 2, name: salonOf(day, 0) }).waitFor()
  await page.getByText('Nothing up front.').waitFor()
}

async function readForms({ page, day, press, openTab }: Hand) {
  await openTab('Contact')
  await press(page.getByRole('button', { name: `Done with the message from ${words[day]}` }))
  await page.getByRole('button', { name: `Reopen the message from ${words[day]}` }).waitFor()
  await openTab('Waitlist')
  await page.getByRole('link', { name: salonOf(day, 1) }).waitFor()
  await press(page.getByRole('button', { name: `View Details of ${shown(phoneOf(day, 1))}` }))
  await page.getByRole('button', { name: 'Create salon' }).waitFor()
  await press(page.getByRole('button', { name: 'Close details' }))
}

/** A wrong mark is undone, then the same salons get first texts. */
async function markAndText(hand: Hand) {
  const { page, press, openTab } = hand
  const select = async () => {
    for (const n of [2, 3])
      await hand.tick(page.getByRole('checkbox', { name: `Select ${salonOf(hand.day, n)}` }))
  }
  await openTab('Prospects')
  await select()
  const selection = page.getByRole('region', { name: 'Selection' })
  await press(selection.getByRole('button', { name: 'Mark Submitted' }))
  await page.locator('.sb-toast').getByText('2 prospects').waitFor()
  await undo(page, press)
  await select()
  await press(selection.getByRole('button', { name: 'Send First Texts...' }))
  await sendFirstTexts(hand)
}

async function sendFirstTexts({ page, day, press, tick }: Hand) {
  const drawer = page.getByRole('dialog', { name: 'Send First Texts' })
  await press(drawer.getByRole('button', { name: /^(add your number|Change)$/ }))
  await page.getByLabel('Your mobile number').fill(phoneOf(day, 9))
  await press(page.getByRole('button', { name: 'Save number' }))
  await page
    .locator('.sb-toast')
    .getByText(`Tests go to ${shown(phoneOf(day, 9))}.`)
    .waitFor()
  await press(
    page
      .getByRole('dialog', { name: /^Your account/ })
      .getByRole('button', { name: 'Close', exact: true })
      .first(),
  )
  // One person gets at most one test a minute.
  if (day === 0) {
    await press(drawer.getByRole('button', { name: 'Send a test to me' }))
    await expect.poll(() => admin.arrived(phoneOf(day, 9))).toHaveLength(1)
  }
  await tick(drawer.getByRole('radio', { name: /^A published business number/ }))
  await press(drawer.getByRole('button', { name: 'Send 2 First Texts' }))
  await page.getByRole('dialog', { name: 'First Texts' }).getByText('Finished').waitFor()
  for (const n of [2, 3]) expect(await admin.arrived(phoneOf(day, n))).toHaveLength(1)
  await press(page.getByRole('dialog', { name: 'First Texts' }).getByRole('button', { name: 'Close' }))
}

/** The account with the staff, and the page of opt-outs, which has an entry beside the tabs. */
async function findTheRest({ page, day, press }: Hand) {
  await press(page.getByRole('button', { name: 'maya, your account' }))
  const account = page.getByRole('dialog', { name: /^Your account/ })
  await press(account.getByRole('tab', { name: 'Staff' }))
  await account.getByRole('list', { name: 'Staff' }).getByText('robin').waitFor()
  await page.keyboard.press('Escape')
  if (days[day]?.by === 'touch') await page.getByRole('button', { name: 'More', exact: true }).tap()
  await press(page.getByRole(days[day]?.by === 'touch' ? 'menuitem' : 'link', { name: 'Opt-outs' }))
  await page.getByRole('dialog', { name: /opt-outs/i }).waitFor()
}

test.each(days.map((look, day) => [look.by, look.colorScheme, day] as const))(
  'a first day by %s (%s): answers, people, forms, first texts, and nothing jumps',
  async (by, colorScheme, day) => {
    const isTouch = by === 'touch'
    const viewport = isTouch ? { width: 375, height: 812 } : { width: 1280, height: 800 }
    const page = await admin.staff('/admin', { viewport, colorScheme, hasTouch: isTouch, isMobile: isTouch })
    const hand = (isTouch ? touch : keys)(page, day)
    await page.getByText('New Lead').first().waitFor()
    await watchShifts(page)
    for (const part of [answer, findPeople, readForms, markAndText, findTheRest]) {
      await part(hand)
      expect(await overflowOf(page), part.name).toEqual([])
    }
    const shifts = await takeShifts(page)
    expect(totalShift(shifts), JSON.stringify(shifts)).toBeLessThanOrEqual(0.02)
  },
)
