import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { handsetsOf } from '@salonback/shared/testing/handsets.ts'
import { expect, inject, test } from 'vitest'
import { openApp } from './app.ts'
import { salonList } from './salonList.ts'
import { chooseInDialog, openConsole, openTab, waitForConsole } from './steps.ts'

const server = inject('server')
const handsets = handsetsOf(server)
const app = openApp(({ page }) => openConsole(page, server))

test('staff log in, answer a text, import a file, and stay logged in after a restart', async () => {
  await openTab(app.page, 'SMS')
  await handsets.send('+447700900421', 'and what does it cost?')
  await app.page.getByRole('button', { name: '+44 7700 900421', exact: true }).click()
  const conversation = app.page.getByRole('region', { name: /Conversation with/ })
  await conversation.getByPlaceholder('Type your reply message...').fill('You pay 30% of the first visit.')
  await conversation.getByRole('button', { name: 'Send Reply' }).click()
  await app.page.getByText('Reply SMS sent successfully', { exact: true }).waitFor()
  await expect
    .poll(async () => (await handsets.texts('+447700900421')).map((text) => text.body))
    .toContain('You pay 30% of the first visit.')

  await openTab(app.page, 'Import')
  const list = join(app.profile.dir, 'salons-5000.json')
  await writeFile(list, salonList())
  await chooseInDialog(app.electron, list)
  await app.page.getByRole('button', { name: 'Choose File' }).click()
  await app.page.getByRole('button', { name: 'Import', exact: true }).click()
  await app.page.getByText('Import Completed', { exact: true }).waitFor()
  await app.page.getByRole('region', { name: 'Import history' }).getByText('+5,000').waitFor()

  await openTab(app.page, 'Prospects')
  await app.page.getByText('Select all 5,').click()
  await app.page.getByRole('button', { name: 'Mark Submitted' }).click()
  await app.page.getByRole('alertdialog').getByRole('button', { name: /^Set / }).click()
  await app.page.locator('.sb-toast').getByText('Contact status updated successfully').waitFor()
  await app.page.getByRole('button', { name: 'Undo' }).click()
  await app.page.locator('.sb-toast').getByText('Undone', { exact: true }).waitFor()
  await app.page
    .getByRole('button', { name: /^Status of .*: No Status$/ })
    .first()
    .waitFor()

  await app.restart()
  await waitForConsole(app.page)
})

test('the page has no Node or Electron globals, and the console shows no unexpected errors', async () => {
  const globals = await app.page.evaluate(() =>
    ['require', 'process', 'module', 'Buffer', 'global', '__dirname'].filter((name) => name in globalThis),
  )
  expect(globals).toEqual([])
  expect(app.complaints.filter((line) => !/401 \(Unauthorized\)/.test(line))).toEqual([])
})
