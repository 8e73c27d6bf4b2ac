import type { Locator, Page } from 'playwright'
import { beforeAll, describe, expect, test } from 'vitest'
import { axeFindings, openConsole, toastTexts } from './openConsole.ts'
import { gate, salonRecord } from './pageHelpers.ts'

const admin = openConsole({ SEND_RATE_PER_SECOND: '100' })
const { staff, text, arrived, fault } = admin

const salon = (n: number) => `+4477009004${String(n).padStart(2, '0')}`
const path = (number: string) => `/admin?tab=sms&filter=all&number=${encodeURIComponent(number)}`

const list = (page: Page) => page.getByRole('list', { name: 'Inbound SMS Messages' })
/** Gaps between rows in px, and inline styles of rows. */
const gapsAndStyles = (rows: Locator) =>
  rows.evaluateAll((found) => {
    // Scrolling can remove a row between its look-up and this call.
    const all = found.filter((row) => row.isConnected)
    const edges = all.map((row) => row.getBoundingClientRect())
    const gaps = edges.slice(1).map(({ top }, n) => Math.round(top - (edges[n]?.bottom ?? 0)))
    return [...new Set([...gaps, ...all.map((row) => row.getAttribute('style'))])]
  })
const thread = (page: Page) => page.getByRole('region', { name: 'Conversation', exact: true })
const box = (page: Page) => page.getByRole('textbox', { name: 'Reply', exact: true })
const sendButton = (page: Page) => page.getByRole('button', { name: 'Send Reply' })

beforeAll(async () => {
  await admin.importProspects(Array.from({ length: 30 }, (_, n) => salonRecord(`Salon ${n}`, salon(n))))
})

test('a row shows name, place, time and status', async () => {
  await text(salon(1), 'How much is it? We already have a booking app.')
  const page = await staff('/admin?tab=sms&filter=all')
  const line = list(page).getByRole('listitem').filter({ hasText: 'booking app' })
  await line.waitFor()
  expect((await line.allInnerTexts()).join(' ').replace(/\s+/g, ' ')).toMatch(
    /^Salon 1 \d+:\d\d [AP]M \+44 7700 900401 \+44 7700 900\d+ · 1 segment · 0 media How much is it\? .* Pending Reply$/,
  )
})

describe('replying', () => {
  test('holding Ctrl+Enter sends once, and the receipt appears', async () => {
    await text(salon(2), 'how much?')
    const page = await staff(path(salon(2)))
    await box(page).fill('Nothing up front.')
    await page.keyboard.down('Control')
    for (let n = 0; n < 12; n++) await page.keyboard.down('Enter')
    await page.keyboard.up('Enter')
    await page.keyboard.up('Control')
    await expect.poll(() => toastTexts(page)).toEqual(['Success', 'Reply SMS sent successfully'])
    await thread(page).getByText('Delivered').waitFor()
    expect(await box(page).inputValue()).toBe('')
    expect(await box(page).evaluate((element) => element === document.activeElement)).toBe(true)
    expect(await arrived(salon(2))).toEqual(['Nothing up front.'])
    await list(page).getByRole('listitem').filter({ hasText: 'how much?' }).getByText('Processed').waitFor()
  })

  test('the dialog keeps the draft, and its preview equals the text that arrives', async () => {
    await text(salon(4), 'and do I have to do anything myself?')
    const page = await staff(path(salon(4)))
    await box(page).fill('Nothing to do but say yes to the offer.')
    await page.getByRole('button', { name: 'Reply to Salon 4' }).click()
    const dialog = page.getByRole('dialog', { name: 'Reply to SMS Message' })
    await dialog.getByText('Conversation History (1 message):').waitFor()
    expect(await dialog.getByRole('textbox', { name: 'Reply' }).inputValue()).toBe(
      'Nothing to do but say yes to the offer.',
    )
    await dialog.getByText('Include landing page link').click()
    await dialog.getByLabel('Update Prospect Status (Optional)').selectOption('Responded')
    const preview = dialog.getByRole('region', { name: 'SMS Preview' })
    const [shown = ''] = await preview.locator('.sb-bubble').allInnerTexts()
    expect(shown).toContain(`${admin.origin()}/uksalon?mobile=447700900404`)
    await preview.getByText(`${shown.length} of 160 characters · 1 segment`).waitFor()
    expect(await axeFindings(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Send Reply' }).click()
    await dialog.waitFor({ state: 'detached' })
    await expect.poll(() => toastTexts(page)).toEqual(['Success', 'Reply SMS sent successfully'])
    expect(await arrived(salon(4))).toEqual([shown])
    await page.getByRole('button', { name: 'Status of Salon 4: Responded' }).waitFor()
    expect(await box(page).inputValue()).toBe('')
    expect(await page.getByRole('checkbox', { name: 'Include landing page link' }).isChecked()).toBe(false)
  })
})

describe('failures', () => {
  const expected = /502|Failed to load resource/
  /** The server sends the text, but its response does not arrive. */
  const loseReplies = (page: Page) =>
    page.route('**/api/admin/send-reply-sms', async (route) => {
      await route.fetch()
      await route.abort('connectionreset')
    })

  test('a lost response does not send the text twice', async () => {
    await text(salon(7), 'how much is it?')
    const page = await staff(path(salon(7)), { expected })
    await box(page).fill('Only once')
    await loseReplies(page)
    await page.route('**/api/admin/conversation/**', (route) => route.abort('connectionreset'))
    await sendButton(page).click()
    await page.getByText('You can send it again: they get it only once').waitFor()
    expect(await box(page).inputValue()).toBe('Only once')
    await page.unroute('**/api/admin/send-reply-sms')
    await sendButton(page).click()
    await expect.poll(() => toastTexts(page)).toEqual(['Success', 'Reply SMS sent successfully'])
    expect(await box(page).inputValue()).toBe('')
    expect(await arrived(salon(7))).toEqual(['Only once'])
  })

  test('after a lost response the draft is cleared when the text appears in the conversation', async () => {
    await text(salon(22), 'how much is it?')
    const page = await staff(path(salon(22)), { expected })
    await box(page).fill('It did leave')
    await loseReplies(page)
    await sendButton(page).click()
    await thread(page).getByText('Delivered').waitFor()
    await page.getByText('No answer came.').waitFor({ state: 'detached' })
    expect(await box(page).inputValue()).toBe('')
    expect(await arrived(salon(22))).toEqual(['It did leave'])
  })

  test('a text with unknown outcome is pinned above the list and cannot be resent', async () => {
    await text(salon(8), 'how much is it?')
    const page = await staff(path(salon(8)), { expected })
    await fault({ kind: 'drop', number: salon(8), count: 1 })
    await box(page).fill('Did this leave?')
    await sendButton(page).click()
    await thread(page).getByText('Unknown', { exact: true }).waitFor()
    await thread(page).getByText("We can't tell if it was sent.").waitFor()
    await page.getByRole('button', { name: '1 text may not have been sent. See it' }).waitFor()
    expect(await page.getByRole('button', { name: /again|resend/i }).count()).toBe(0)
    await thread(page).getByRole('button', { name: 'It was not sent' }).click()
    await page.getByText('1 text may not have been sent.').waitFor({ state: 'detached' })
    expect(await arrived(salon(8))).toEqual([])
  })
})

test('a text that arrives before the event stream connects is shown', async () => {
  await text(salon(14), 'are you there')
  const page = await staff(path(salon(14)))
  const events = gate()
  await page.route('**/api/admin/events', async (route) => {
    await events.passed
    await route.continue()
  })
  await page.reload()
  await thread(page).getByText('are you there').waitFor()
  await text(salon(14), 'hello again')
  events.open()
  await thread(page).getByText('hello again').waitFor()
})

test('STOP removes the reply box; undoing the opt-out needs a reason and restores it', async () => {
  await text(salon(12), 'ok so what does it cost')
  const page = await staff(path(salon(12)))
  await box(page).fill('Half')
  await text(salon(12), 'STOP')
  await page.getByText('They texted STOP, so this number gets no more texts.').waitFor()
  expect(await box(page).count()).toBe(0)
  expect(await axeFindings(page)).toEqual([])
  await page.keyboard.press('r')
  const dialog = page.getByRole('dialog', { name: 'Reply to SMS Message' })
  expect(await dialog.getByRole('button', { name: 'Send Reply' }).isDisabled()).toBe(true)
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Undo opt-out...' }).click()
  const question = page.getByRole('dialog', { name: 'Undo opt-out' })
  await question.getByRole('button', { name: 'Undo Opt-Out' }).click()
  await question.getByText('Please give a reason').waitFor()
  expect(await axeFindings(page)).toEqual([])
  await question.getByRole('textbox', { name: 'Reason' }).fill('She rang at ten and asked for texts')
  await question.getByRole('button', { name: 'Undo Opt-Out' }).click()
  await box(page).waitFor()
  expect(await box(page).inputValue()).toBe('Half')
})

test('an opt-out is recorded with a reason', async () => {
  await text(salon(13), 'call me')
  const page = await staff(path(salon(13)))
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Record an opt-out...' }).click()
  const question = page.getByRole('dialog', { name: 'Record an opt-out' })
  await question.getByRole('textbox', { name: 'Reason' }).fill('Told us on the phone')
  await question.getByRole('button', { name: 'Record Opt-Out' }).click()
  await page.getByText('Recorded by maya: “Told us on the phone”').waitFor()
})

test('a reply by a colleague is announced before one sends another', async () => {
  await text(salon(14), 'how does it work?')
  const page = await staff(path(salon(14)))
  await box(page).fill('It works like')
  const jon = await admin.colleague('jon')
  await jon.inbox.reply({ phoneNumber: salon(14), message: 'Like this.' })
  await page.getByText('jon answered in the meantime,').waitFor()
  await thread(page).getByText('Like this.').waitFor()
  await page.getByRole('button', { name: 'I have read it' }).click()
  await page.getByText('answered in the meantime').waitFor({ state: 'detached' })
  expect(await box(page).inputValue()).toBe('It works like')
})

test('a new text does not scroll a conversation that is being read', async () => {
  for (let n = 0; n < 40; n++) await text(salon(15), `line ${n} of a long story about the last visit`)
  const page = await staff(path(salon(15)))
  await thread(page).getByText('line 39 of').waitFor()
  await thread(page).hover()
  await page.mouse.wheel(0, -900)
  const reading = thread(page).getByText('line 25 of')
  await reading.waitFor()
  const before = await reading.boundingBox()
  await text(salon(15), 'and one more')
  const pill = page
    .getByRole('region', { name: /^Conversation with/ })
    .getByRole('button', { name: '1 new text' })
  await pill.waitFor()
  expect(await reading.boundingBox()).toEqual(before)
  await pill.click()
  await thread(page).getByText('and one more').waitFor()
  await pill.waitFor({ state: 'detached' })
})

test('the list keeps its scroll position when a text arrives above', async () => {
  const page = await staff('/admin?tab=sms&filter=all', { viewport: { width: 1280, height: 620 } })
  await list(page).getByRole('listitem').nth(3).waitFor()
  await list(page).hover()
  await page.mouse.wheel(0, 700)
  const reading = list(page).getByRole('listitem').filter({ hasText: 'line 30 of' })
  await reading.waitFor()
  const before = await reading.boundingBox()
  await text(salon(16), 'a brand new one')
  await page.getByRole('button', { name: '1 new text' }).waitFor()
  expect(await reading.boundingBox()).toEqual(before)
  await page.getByRole('button', { name: '1 new text' }).click()
  await list(page).getByText('a brand new one').waitFor()
})

test('keys move, mark, filter, reply and go back', async () => {
  await text(salon(17), 'first of two')
  await text(salon(18), 'second of two')
  const page = await staff('/admin?tab=sms&filter=all')
  await page.getByRole('heading', { name: 'Salon 18', level: 2 }).waitFor()
  await page.keyboard.press('j')
  await page.keyboard.press('k')
  await page.getByRole('heading', { name: 'Salon 18', level: 2 }).waitFor()
  await page.keyboard.press('j')
  await page.getByRole('heading', { name: 'Salon 17', level: 2 }).waitFor()
  const line = list(page).getByRole('listitem').filter({ hasText: 'first of two' })
  const name = line.getByRole('button', { name: 'Salon 17', exact: true })
  const isFocused = () => name.evaluate((one) => one === document.activeElement)
  expect(await isFocused()).toBe(true)
  await page.getByText('Needs Review', { exact: false }).first().click()
  await page.keyboard.press('e')
  await line.getByText('Processed').waitFor()
  await page.keyboard.press('e')
  await line.getByText('Processed').waitFor({ state: 'detached' })
  await name.focus()
  await page.keyboard.press('Enter')
  await page.keyboard.type('12 o’clock')
  expect(await box(page).inputValue()).toBe('12 o’clock')
  await page.keyboard.press('Escape')
  expect(await isFocused()).toBe(true)
  await page.keyboard.press('r')
  await page.getByRole('dialog', { name: 'Reply to SMS Message' }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.keyboard.press('/')
  await page.keyboard.type('second of')
  await line.waitFor({ state: 'detached' })
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
})

test('on a narrow screen Back leads from a conversation to the list and does not reopen it', async () => {
  const page = await staff('/admin', { viewport: { width: 768, height: 900 } })
  await page.getByRole('heading', { name: 'Leads', level: 2 }).waitFor()
  await page.keyboard.press('6')
  await page.getByRole('combobox', { name: 'Order' }).selectOption('Newest first')
  const open = async () => {
    await list(page).getByRole('button', { name: 'Salon 18', exact: true }).click()
    await page.getByRole('heading', { name: 'Salon 18', level: 2 }).waitFor()
  }
  await open()
  expect(await axeFindings(page)).toEqual([])
  await page.goBack()
  await list(page).waitFor()
  await page.goForward()
  await page.getByRole('heading', { name: 'Salon 18', level: 2 }).waitFor()
  await page.reload()
  await page.getByRole('button', { name: 'Back to the list' }).click()
  await open()
  await page.getByRole('button', { name: 'Next text' }).click()
  await page.getByRole('heading', { name: 'Salon 17', level: 2 }).waitFor()
  await page.getByRole('button', { name: 'Back to the list' }).click()
  await list(page).waitFor()
  await page.goBack()
  await page.getByRole('heading', { name: 'Leads', level: 2 }).waitFor()
})

test('scrolling loads older texts; search and counts cover all texts', async () => {
  await text(salon(23), 'the very first of many')
  for (let n = 1; n <= 120; n++) await text(salon(24), `one of many ${n}`)
  const page = await staff('/admin?tab=sms&filter=all')
  await list(page).getByText('one of many 120').waitFor()
  const counted = Number(
    (await page.getByRole('radio', { name: /^All \d+$/ }).textContent())?.replace(/\D/g, ''),
  )
  expect(counted).toBeGreaterThan(120)
  expect(await list(page).getByRole('listitem').first().getAttribute('aria-setsize')).toBe(String(counted))
  await page.getByRole('searchbox').fill('very first of')
  await list(page).getByText('the very first of many').waitFor()
  expect(await list(page).getByRole('listitem').count()).toBe(1)
  await page.getByRole('radio', { name: `All ${counted}` }).waitFor()
  await page.getByRole('searchbox').fill('')
  await list(page).getByText('one of many 120').waitFor()
  const older = list(page).getByText('the very first of many')
  await list(page).hover()
  while ((await older.count()) === 0) {
    await page.mouse.wheel(0, 2000)
    await page.evaluate(() => new Promise(requestAnimationFrame))
    expect(await gapsAndStyles(list(page).getByRole('listitem'))).toEqual([0, null])
  }
  await text(salon(23), 'and the last')
  await page.getByRole('button', { name: '1 new text' }).waitFor()
  await page.getByRole('radio', { name: `All ${counted + 1}` }).waitFor()
  expect(await older.count()).toBe(1)
})

test('scrolling up through texts of different lengths moves the content exactly as far', async () => {
  for (let n = 1; n <= 60; n++)
    await text(salon(22), `${n} of many ${'and on it goes '.repeat((n * 7) % 20)}`)
  const page = await staff(path(salon(22)))
  await thread(page).getByText('60 of many').waitFor()
  const moves = await thread(page).evaluate(async (box) => {
    const tops = () =>
      new Map(
        [...box.querySelectorAll<HTMLElement>('.sb-thread-row')].map((row) => [
          row.dataset.index,
          row.getBoundingClientRect().top,
        ]),
      )
    const seen: number[] = []
    for (let turn = 0; turn < 20; turn++) {
      const before = tops()
      box.scrollBy(0, -150)
      for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame)
      for (const [index, top] of tops()) seen.push(Math.round(top - (before.get(index) ?? top - 150)))
    }
    return seen
  })
  expect(moves.length).toBeGreaterThan(200)
  expect(new Set(moves)).toEqual(new Set([150]))
})

test('a conversation opens from its URL when its text is far down the list', async () => {
  const page = await staff(`${path(salon(23))}&text=00000000-0000-4000-8000-000000000000`)
  await page.getByRole('heading', { name: 'Salon 23', level: 2 }).waitFor()
  await thread(page).getByText('the very first of many').waitFor()
  expect(await gapsAndStyles(page.locator('.sb-thread-row'))).toEqual([0, null])
  await page.keyboard.press('e')
  await page.getByRole('button', { name: 'Back to Pending' }).waitFor()
})
