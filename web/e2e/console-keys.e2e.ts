import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import { openConsole } from './openConsole.ts'

const admin = openConsole()

const numbers = Array.from({ length: 10 }, (_, n) => `+44770090032${n}`)

/** Counts pressed keys, each modifier as one. Typed words do not count. */
function keyboardOf(page: Page) {
  let pressed = 0
  return {
    press: async (combo: string) => {
      pressed += combo.split('+').length
      await page.keyboard.press(combo)
    },
    pressed: () => pressed,
  }
}

test('ten waiting texts are answered with fewer than 30 keys beyond the words', async () => {
  for (const [n, number] of numbers.entries()) await admin.text(number, `What does it cost? ${n}`)
  const page = await admin.staff('/admin')
  await page.getByText('No leads yet').waitFor()
  const keys = keyboardOf(page)
  await keys.press('6')
  await page.getByText('What does it cost? 0').first().waitFor()
  const box = page.getByPlaceholder('Type your reply message...')
  await box.waitFor()
  await keys.press('Enter')
  for (const n of numbers.keys()) {
    // The text that waits longest is first.
    await page.locator('.sb-thread-box').getByText(`What does it cost? ${n}`).waitFor()
    await page.locator('textarea:focus').waitFor()
    await page.keyboard.type(`Nothing until they rebook. ${n}`)
    await keys.press('Alt+Enter')
    await page
      .locator('.sb-thread-box')
      .getByText(`Nothing until they rebook. ${n}`)
      .waitFor({ state: n < 9 ? 'detached' : 'visible' })
  }
  await page.locator('.sb-toast').getByText('Reply SMS sent successfully').waitFor()
  for (const [n, number] of numbers.entries())
    expect((await admin.arrived(number)).at(-1), number).toBe(`Nothing until they rebook. ${n}`)
  expect(keys.pressed()).toBeLessThan(30)
})

test('Send and next stays after a failure, and its button works by mouse', async () => {
  await admin.text('+447700900340', 'First question')
  await admin.text('+447700900341', 'Second question')
  const page = await admin.staff('/admin?tab=sms&filter=review', { expected: /502/ })
  await page.locator('.sb-thread-box').getByText('First question').waitFor()
  await admin.fault({ kind: 'refuse', number: '+447700900340', code: 21211 })
  await page.getByLabel('Reply', { exact: true }).fill('An answer')
  await page.getByRole('button', { name: 'Send and next' }).click()
  await page
    .locator('.sb-toast')
    .getByText(/^Failed to send reply SMS/)
    .waitFor()
  await page.locator('.sb-thread-box').getByText('First question').waitFor()
  expect(await page.getByLabel('Reply', { exact: true }).inputValue()).toBe('An answer')
  await admin.clearFaults()
  await page.getByRole('button', { name: 'Send and next' }).click()
  await page.locator('.sb-thread-box').getByText('Second question').waitFor()
  await page.locator('textarea:focus').waitFor()
})
