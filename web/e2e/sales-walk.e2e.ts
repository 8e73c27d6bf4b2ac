import { credentials } from '@salonback/shared/testing/server.ts'
import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import { takeShifts, totalShift, watchShifts } from './layoutShift.ts'
import { axeFindings, openConsole, toastTexts } from './openConsole.ts'
import { closeToast, failedAnswer, importFile, salonRecord } from './pageHelpers.ts'

const admin = openConsole({ SEND_RATE_PER_SECOND: '100' })

const mobile = (n: number) => `+44770090040${n}`
const prospects = Array.from({ length: 4 }, (_, n) => salonRecord(`Salon ${n}`, mobile(n)))

async function logIn(page: Page) {
  await page.getByLabel('Username').fill(credentials.username)
  await page.getByLabel('Password', { exact: true }).fill('not it')
  await page.getByRole('button', { name: 'Login' }).click()
  await expect.poll(() => toastTexts(page)).toEqual(['Login Failed', 'Invalid credentials'])
  await page.getByLabel('Password', { exact: true }).fill(credentials.password)
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'SMS Lead Management Dashboard' }).waitFor()
}

async function importProspects(page: Page) {
  await page.getByRole('tab', { name: 'Import' }).click()
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Choose File' }).click()
  expect(await (await chooser).element().getAttribute('accept')).toContain('.json')
  await (await chooser).setFiles(importFile(prospects))
  await page.getByRole('button', { name: 'Import', exact: true }).click()
  await page.getByText('Import Completed', { exact: true }).waitFor()
  await closeToast(page)
}

async function sendFirstTexts(page: Page) {
  await page.getByRole('tab', { name: 'Prospects' }).click()
  await page.getByText('Showing 4 of 4 prospects').waitFor()
  await page.getByText('Select all 4').click()
  await page
    .getByRole('region', { name: 'Selection' })
    .getByRole('button', { name: 'Send First Texts...' })
    .click()
  const drawer = page.getByRole('dialog')
  await drawer.getByText('They agreed to texts from us').click()
  await drawer.getByRole('textbox', { name: 'Text', exact: true }).fill('Hi {name}, Salonback here.')
  await drawer.getByRole('button', { name: 'Send 4 First Texts' }).click()
  await drawer.getByText('Finished').waitFor()
  expect(await axeFindings(page)).toEqual([])
  await page.keyboard.press('Escape')
  for (const n of [0, 1, 2, 3])
    expect(await admin.arrived(mobile(n))).toEqual([`Hi Salon ${n}, Salonback here. Reply STOP to opt out.`])
}

/** A prospect answers, staff reply, and the prospect texts STOP, all without a reload. */
async function converse(page: Page) {
  await page.getByRole('tab', { name: 'SMS', exact: true }).click()
  await page.getByText('Live').waitFor()
  await admin.text(mobile(1), 'what does it cost?')
  await page.getByRole('tab', { name: /SMS.*1 needs review/ }).waitFor()
  const inbox = page.getByRole('list', { name: 'Inbound SMS Messages' })
  await inbox
    .getByRole('listitem')
    .filter({ hasText: 'what does it cost?' })
    .getByRole('button')
    .first()
    .click()
  const thread = page.getByRole('region', { name: 'Conversation', exact: true })
  await thread.getByText('Hi Salon 1, Salonback here.').waitFor()
  await page.getByRole('textbox', { name: 'Reply', exact: true }).fill('30% of the first visit.')
  await page.getByRole('button', { name: 'Send Reply' }).click()
  await expect.poll(() => admin.arrived(mobile(1))).toContain('30% of the first visit.')
  await thread.getByText('30% of the first visit.').waitFor()
  await admin.text(mobile(1), 'STOP')
  await page.getByText('They texted STOP, so this number gets no more texts.').waitFor()
  expect(await page.getByRole('textbox', { name: 'Reply', exact: true }).count()).toBe(0)
}

test('staff log in, import prospects, send first texts, reply, an opt-out ends the conversation, and nothing jumps', async () => {
  const page = await admin.visitor('/admin', { expected: failedAnswer })
  await watchShifts(page)
  await logIn(page)
  await importProspects(page)
  await sendFirstTexts(page)
  await converse(page)
  for (const [tab, heading] of [
    ['Leads', 'Leads'],
    ['Contact', 'Contact'],
    ['Waitlist', 'Waitlist'],
    ['SMS Dash', 'SMS Dash'],
  ] as const) {
    await page.getByRole('tab', { name: tab }).click()
    await page.getByRole('tabpanel').getByRole('heading', { level: 2, name: heading }).waitFor()
  }
  const shifts = await takeShifts(page)
  expect(totalShift(shifts), JSON.stringify(shifts)).toBeLessThanOrEqual(0.02)
  await page.getByRole('button', { name: 'Logout' }).click()
  await page.getByRole('heading', { name: 'Admin Login' }).waitFor()
})
