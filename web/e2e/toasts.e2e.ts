import type { Page } from 'playwright'
import { beforeAll, describe, expect, test } from 'vitest'
import { takeShifts, watchShifts } from './layoutShift.ts'
import { openConsole, toastTexts } from './openConsole.ts'
import { closeToast, coveredBy, salonRecord } from './pageHelpers.ts'

const admin = openConsole({ SEND_RATE_PER_SECOND: '100' })
const mobile = (n: number) => `+4477009005${String(n).padStart(2, '0')}`
const conversation = `/admin?tab=sms&number=${encodeURIComponent(mobile(1))}`

beforeAll(async () => {
  await admin.importProspects(Array.from({ length: 40 }, (_, n) => salonRecord(`Salon ${n}`, mobile(n))))
  await admin.text(mobile(1), 'what does it cost?')
})

const sizes = [
  [375, 812],
  [768, 1024],
  [1280, 800],
  [1440, 900],
  [1920, 1080],
] as const

/** Actions that show a toast and change nothing else. */
const toasts: [words: string, path: string, show: (page: Page) => Promise<unknown>][] = [
  [
    'No Selection',
    '/admin?tab=prospects',
    async (page) => {
      // The key works once the list is there.
      await page.getByText('Showing 40 of 40 prospects').waitFor()
      await takeShifts(page)
      await page.keyboard.press('f')
    },
  ],
  [
    'Invalid File Type',
    '/admin?tab=import',
    async (page) => {
      const chooser = page.waitForEvent('filechooser')
      await page.getByRole('button', { name: 'Choose File' }).click()
      const file = { name: 'prospects.txt', mimeType: 'text/plain', buffer: Buffer.from('{}') }
      await (await chooser).setFiles(file)
    },
  ],
]

describe.each(sizes)('at %i px', (width, height) => {
  const open = (path: string) => admin.staff(path, { viewport: { width, height } })

  test.each(toasts)('“%s” moves nothing and covers no control', async (words, path, show) => {
    const page = await open(path)
    await page.getByRole('heading', { level: 2 }).first().waitFor()
    await page.waitForLoadState('networkidle')
    await watchShifts(page)
    await takeShifts(page)
    await show(page)
    await page.locator('.sb-toast').getByText(words).waitFor()
    expect(await coveredBy(page, '.sb-toast')).toEqual([])
    if (width < 600) {
      const [toast, bar] = await Promise.all(
        ['.sb-toast', '.sb-rail'].map((part) => page.locator(part).boundingBox()),
      )
      expect((toast?.y ?? 0) + (toast?.height ?? 0)).toBeLessThan(bar?.y ?? 0)
    }
    await closeToast(page)
    expect(await takeShifts(page)).toEqual([])
  })

  test('covers no button of a bar that comes after it', async () => {
    const page = await open('/admin?tab=prospects')
    await page.getByText('Showing 40 of 40 prospects').waitFor()
    await page.keyboard.press('f')
    await page.locator('.sb-toast').getByText('No Selection').waitFor()
    await page.locator('.sb-toast').hover()
    await page.getByRole('checkbox', { name: 'Select Salon 0', exact: true }).press('Space')
    await page.getByRole('region', { name: 'Selection' }).getByText('1 selected').waitFor()
    expect(await coveredBy(page, '.sb-toast')).toEqual([])
  })

  test('the reply box does not move when a reply is sent', async () => {
    const page = await open(conversation)
    const box = page.getByRole('textbox', { name: 'Reply', exact: true })
    await page.getByText('what does it cost?').first().waitFor()
    await page.waitForLoadState('networkidle')
    const place = async () => JSON.stringify(await box.boundingBox())
    await box.fill('Nothing up front.')
    await page.getByText('You are answering').last().waitFor()
    const before = await place()
    await box.press('Control+Enter')
    await expect.poll(() => toastTexts(page)).toEqual(['Success', 'Reply SMS sent successfully'])
    expect(await place()).toBe(before)
    expect(await coveredBy(page, '.sb-toast')).toEqual([])
    await closeToast(page)
    expect(await place()).toBe(before)
  })
})
