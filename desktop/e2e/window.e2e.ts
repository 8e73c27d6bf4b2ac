import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { BrowserWindow, MenuItem } from 'electron'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { type App, createProfile, type Profile } from './app.ts'
import { openConsole } from './steps.ts'

let profile: Profile
let app: App

beforeAll(async () => {
  profile = await createProfile(inject('desk'))
  app = await profile.launch()
  await openConsole(app.page, inject('server'))
})
afterAll(async () => {
  await app.close()
  await profile.remove()
})

/** Chooses a menu item by its words, as a click on it would. */
const choose = (menu: string, item: string) =>
  app.electron.evaluate(
    ({ Menu }, [menuLabel, itemLabel]) => {
      const top = Menu.getApplicationMenu()?.items.find((found) => found.label.replace('&', '') === menuLabel)
      const chosen = top?.submenu?.items.find((found) => found.label === itemLabel)
      if (!chosen) throw new Error(`no ${menuLabel} > ${itemLabel}`)
      chosen.click()
    },
    [menu, item],
  )

const first = <T>(read: (window: BrowserWindow) => T) =>
  app.electron.evaluate(({ BrowserWindow: windows }, source) => {
    const window = windows.getAllWindows()[0]
    return new Function('window', `return (${source})(window)`)(window)
  }, String(read)) as Promise<T>

test('the window opens in its own colour, not in white', async () => {
  expect(await first((window) => window.getBackgroundColor())).toMatch(/#F7EDE7/i)
  expect(await first((window) => window.isVisible())).toBe(true)
})

test('the menu leads to every tab and has its keys', async () => {
  const keys = await app.electron.evaluate(({ Menu }) =>
    (Menu.getApplicationMenu()?.items ?? []).flatMap((top) =>
      (top.submenu?.items ?? []).map((item: MenuItem) => `${item.label} ${item.accelerator ?? ''}`.trim()),
    ),
  )
  for (const line of [
    'Leads CmdOrCtrl+1',
    'Import CmdOrCtrl+7',
    'Import JSON File… CmdOrCtrl+O',
    'Keyboard Shortcuts F1',
    'About Salonback',
    'Log Out',
  ]) {
    expect(keys).toContain(line)
  }
  await choose('Go', 'SMS')
  await app.page.getByRole('heading', { name: 'SMS Management' }).waitFor()
  await choose('Help', 'Keyboard Shortcuts')
  await app.page.getByRole('dialog').waitFor()
  await app.page.keyboard.press('Escape')
})

test('zoom is kept', async () => {
  await choose('View', 'Zoom In')
  await choose('View', 'Zoom In')
  await expect.poll(() => first((window) => window.webContents.getZoomLevel())).toBe(1)
})

test('the dark theme paints the window too, and is kept', async () => {
  await choose('View', 'Light or Dark')
  await expect.poll(() => first((window) => window.getBackgroundColor())).toMatch(/#141011/i)
})

test('place, zoom and theme are there at the next start, from the first moment', async () => {
  const place = { x: 140, y: 90, width: 1111, height: 777 }
  await app.electron.evaluate(
    ({ BrowserWindow: windows }, bounds) => windows.getAllWindows()[0]?.setBounds(bounds),
    place,
  )
  await expect.poll(() => first((window) => window.getBounds())).toEqual(place)
  await app.close()
  const kept = JSON.parse(await readFile(join(profile.dir, 'Salonback/settings.json'), 'utf8')) as object
  expect(kept).toMatchObject({ window: { ...place, maximized: false }, zoom: 1, dark: true })

  app = await profile.launch()
  expect(await first((window) => window.getBounds())).toEqual(place)
  expect(await first((window) => window.getBackgroundColor())).toMatch(/#141011/i)
  await app.page.getByRole('heading', { name: 'SMS Lead Management Dashboard' }).waitFor()
  expect(await first((window) => window.webContents.getZoomLevel())).toBe(1)
  expect(await app.page.evaluate(() => document.documentElement.classList.contains('bp6-dark'))).toBe(true)
})

test('the right button opens a native menu where one writes, and nothing on the frame', async () => {
  await app.electron.evaluate(({ Menu }) => {
    const opened: string[][] = []
    Object.assign(globalThis, { opened })
    Menu.prototype.popup = function (this: Electron.Menu) {
      opened.push(this.items.map((item) => item.role ?? item.label))
    }
  })
  await choose('Go', 'SMS')
  await app.page.getByPlaceholder('Search messages...').fill('words')
  await app.page.locator('.sb-bar').click({ button: 'right', position: { x: 400, y: 20 } })
  await app.page.getByPlaceholder('Search messages...').click({ button: 'right' })
  await expect
    .poll(() => app.electron.evaluate(() => (globalThis as unknown as { opened: string[][] }).opened))
    .toEqual([expect.arrayContaining(['undo', 'cut', 'copy', 'paste', 'selectall'])])
})

test('the reply box is spell-checked, and words of the frame are not text to select', async () => {
  expect(await app.electron.evaluate(({ session }) => session.defaultSession.isSpellCheckerEnabled())).toBe(
    true,
  )
  const style = await app.page.evaluate(() => {
    const of = (selector: string) => getComputedStyle(document.querySelector(selector) as Element)
    return {
      bar: of('.sb-bar').userSelect,
      drag: of('.sb-bar').getPropertyValue('-webkit-app-region'),
      tab: of('[role=tab]').cursor,
    }
  })
  expect(style).toEqual({ bar: 'none', drag: 'drag', tab: 'default' })
})
