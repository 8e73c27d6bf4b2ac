import { copyFile, readFile, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { logIn, openHours, type RunningServer, startServer } from '@salonback/shared/testing/server.ts'
import { afterAll, expect, test } from 'vitest'
import { openApp } from './app.ts'
import { salonList } from './salonList.ts'
import { chooseInDialog, logIn as logInToApp, openConsole, openTab } from './steps.ts'

let server: RunningServer
let list: string

const app = openApp(async ({ page, profile }) => {
  // Exact counts need an empty database.
  server = await startServer(openHours)
  list = join(profile.dir, 'salons-5000.json')
  await writeFile(list, salonList())
  await openConsole(page, server.origin)
})
afterAll(() => server.remove())

const fileInProfile = (name: string) => join(app.profile.dir, name)

/** Drops a file on the Import tab. */
async function drop(path: string) {
  const zone = await app.page.getByRole('region', { name: 'Drop a .json file here' }).boundingBox()
  if (!zone) throw new Error('no drop zone')
  const inspector = await app.page.context().newCDPSession(app.page)
  const at = { x: zone.x + zone.width / 2, y: zone.y + zone.height / 2 }
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const) {
    const data = { items: [], files: [path], dragOperationsMask: 1 }
    await inspector.send('Input.dispatchDragEvent', { type, ...at, data })
  }
  await inspector.detach()
}

const importIt = () => app.page.getByRole('button', { name: 'Import', exact: true }).click()
const history = () => app.page.getByRole('region', { name: 'Import history' })

test('a file chosen in the dialog is imported with exact counts', async () => {
  await openTab(app.page, 'Import')
  await chooseInDialog(app.electron, list)
  await app.page.getByRole('button', { name: 'Choose File' }).click()
  await app.page.getByText('salons-5000.json').waitFor()
  await importIt()
  await app.page.getByText('Import Completed', { exact: true }).waitFor()
  await history().getByText('+5,000').waitFor()
  await history().getByText('150 rejected').waitFor()
  await history().getByRole('button', { name: 'Show 50 rejected records' }).waitFor()
})

test('an export is saved to the chosen path', async () => {
  const saved = fileInProfile('saved.csv')
  await app.electron.evaluate(({ dialog }, filePath) => {
    dialog.showSaveDialog = async () => ({ canceled: false, filePath })
  }, saved)
  await openTab(app.page, 'Prospects')
  await app.page.getByText('Showing 5,000 of 5,000 prospects').waitFor()
  await app.page.getByRole('button', { name: 'Export CSV' }).click()
  await expect
    .poll(async () => (await readFile(saved, 'utf8').catch(() => '')).trim().split('\n').length)
    .toBe(5001)
})

test('a second start passes its file to the running app', async () => {
  await openTab(app.page, 'Leads')
  expect(await app.profile.launchSecond([list])).toBe(0)
  await app.page.getByText('salons-5000.json').first().waitFor()
  await importIt()
  await history().getByText('5,150 rejected').waitFor()
  expect(app.electron.windows()).toHaveLength(1)
})

test('the file the app was started with is offered after the login', async () => {
  await app.page.getByRole('button', { name: 'Logout' }).click()
  await app.page.getByRole('heading', { name: 'Admin Login' }).waitFor()
  await app.restart({ args: ['salons-5000.json'], cwd: app.profile.dir })
  await logInToApp(app.page)
  await app.page.getByText('salons-5000.json').first().waitFor()
  await app.page.getByRole('button', { name: 'Import', exact: true }).waitFor()
  await app.page.getByRole('button', { name: 'Remove' }).click()
})

test('a dropped file is imported', async () => {
  await openTab(app.page, 'Import')
  const dropped = fileInProfile('dropped.json')
  await copyFile(list, dropped)
  await drop(dropped)
  await app.page.getByText('dropped.json').waitFor()
  await importIt()
  await expect.poll(() => history().getByText('5,150 rejected').count()).toBe(2)
})

test('a dropped link is rejected with the reason, and other file types too', async () => {
  const link = fileInProfile('link.json')
  await symlink('/etc/passwd', link)
  await drop(link)
  await app.page.getByText('This is a link. Choose the file it leads to.', { exact: true }).waitFor()
  const text = fileInProfile('notes.txt')
  await writeFile(text, '{}')
  await drop(text)
  await app.page.getByText('Please select a JSON file', { exact: true }).waitFor()
  expect(await app.page.getByRole('button', { name: 'Import', exact: true }).count()).toBe(0)
})

test('a file the server rejects shows the server’s message and adds nothing', async () => {
  const other = fileInProfile('other.json')
  await writeFile(other, '{"prospects": 1}')
  await chooseInDialog(app.electron, other)
  const rows = await history().getByRole('row').count()
  await app.page.getByRole('button', { name: 'Choose File' }).click()
  await importIt()
  await app.page.getByText('Import Failed', { exact: true }).waitFor()
  expect(await history().getByRole('row').count()).toBe(rows)
})

test('a bulk status change of 5,000 prospects sends a body of 195,000 characters', async () => {
  await openTab(app.page, 'Prospects')
  await app.page.getByText(/^Select all 5/).click()
  await app.page.getByRole('button', { name: 'Mark Contacted' }).click()
  await app.page.getByRole('button', { name: 'Set 5,000 prospects' }).click()
  await app.page.getByText('Status Updated', { exact: true }).waitFor()
  const { staff } = await logIn(server.origin)
  const statuses = (await staff.prospects.list()).map(({ contactStatus }) => contactStatus)
  expect(statuses).toHaveLength(5000)
  expect(new Set(statuses)).toEqual(new Set(['Contacted']))
})
