import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { BrowserWindow, MenuItem } from 'electron'
import { expect, inject, test } from 'vitest'
import { openApp } from './app.ts'
import { openConsole } from './steps.ts'

const app = openApp(({ page }) => openConsole(page, inject('server')))

/** Clicks a menu item. */
const clickMenu = (menu: string, item: string) =>
  app.electron.evaluate(
    ({ Menu }, [menuLabel, itemLabel]) => {
      const top = Menu.getApplicationMenu()?.items.find((found) => found.label.replace('&', '') === menuLabel)
      const chosen = top?.submenu?.items.find((found) => found.label === itemLabel)
      if (!chosen) throw new Error(`no ${menuLabel} > ${itemLabel}`)
      chosen.click()
    },
    [menu, item],
  )

const inWindow = <T>(read: (window: BrowserWindow) => T) =>
  app.electron.evaluate(({ BrowserWindow: windows }, source) => {
    const window = windows.getAllWindows()[0]
    return new Function('window', `return (${source})(window)`)(window)
  }, String(read)) as Promise<T>

test('the window opens in the page’s background colour', async () => {
  expect(await inWindow((window) => window.getBackgroundColor())).toMatch(/#F7EDE7/i)
  expect(await inWindow((window) => window.isVisible())).toBe(true)
})

test('the menu has items and shortcuts for every tab', async () => {
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
    'Search Everything CmdOrCtrl+K',
    'About Salonback',
    'Log Out',
  ]) {
    expect(keys).toContain(line)
  }
  await clickMenu('Go', 'SMS')
  await app.page.getByRole('heading', { name: 'SMS Management' }).waitFor()
  await clickMenu('Help', 'Keyboard Shortcuts')
  await app.page.getByRole('dialog').waitFor()
  await app.page.keyboard.press('Escape')
  await app.page.getByRole('dialog').waitFor({ state: 'hidden' })
  await clickMenu('View', 'Search Everything')
  await app.page.getByRole('combobox', { name: 'Search everything' }).waitFor()
  await app.page.keyboard.press('Escape')
})

test('Zoom In changes the zoom level', async () => {
  await clickMenu('View', 'Zoom In')
  await clickMenu('View', 'Zoom In')
  await expect.poll(() => inWindow((window) => window.webContents.getZoomLevel())).toBe(1)
})

test('the dark theme changes the window’s background', async () => {
  await clickMenu('View', 'Light or Dark')
  await expect.poll(() => inWindow((window) => window.getBackgroundColor())).toMatch(/#141011/i)
})

test('a restart restores bounds, zoom and theme', async () => {
  const bounds = { x: 140, y: 90, width: 1111, height: 777 }
  await app.electron.evaluate(
    ({ BrowserWindow: windows }, bounds) => windows.getAllWindows()[0]?.setBounds(bounds),
    bounds,
  )
  await expect.poll(() => inWindow((window) => window.getBounds())).toEqual(bounds)
  await app.restart()
  const saved = JSON.parse(await readFile(join(app.profile.dir, 'Salonback/settings.json'), 'utf8')) as object
  expect(saved).toMatchObject({ window: { ...bounds, maximized: false }, zoom: 1, dark: true })

  expect(await inWindow((window) => window.getBounds())).toEqual(bounds)
  expect(await inWindow((window) => window.getBackgroundColor())).toMatch(/#141011/i)
  await app.page.getByRole('heading', { name: 'SMS Lead Management Dashboard' }).waitFor()
  expect(await inWindow((window) => window.webContents.getZoomLevel())).toBe(1)
  expect(await app.page.evaluate(() => document.documentElement.classList.contains('bp6-dark'))).toBe(true)
})

test('text fields have a native context menu, the title bar has none', async () => {
  await app.electron.evaluate(({ Menu }) => {
    const menus: string[][] = []
    Object.assign(globalThis, { menus })
    Menu.prototype.popup = function (this: Electron.Menu) {
      menus.push(this.items.map((item) => item.role ?? item.label))
    }
  })
  await clickMenu('Go', 'SMS')
  await app.page.getByPlaceholder('Search messages...').fill('words')
  await app.page.locator('.sb-bar').click({ button: 'right', position: { x: 400, y: 20 } })
  await app.page.getByPlaceholder('Search messages...').click({ button: 'right' })
  await expect
    .poll(() => app.electron.evaluate(() => (globalThis as unknown as { menus: string[][] }).menus))
    .toEqual([expect.arrayContaining(['undo', 'cut', 'copy', 'paste', 'selectall'])])
})

test('spell checking is on, and the title bar drags the window and cannot be selected', async () => {
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
