import { pathOf, tabIds, tabLabels } from '@salonback/shared/host/addresses.ts'
import { app, Menu, type MenuItemConstructorOptions, shell } from 'electron'
import type { Updates } from './updates.ts'
import type { MainWindow } from './window.ts'

interface Actions {
  window: MainWindow
  updates: Updates
  importFile(): void
  changeServer(): void
}

const mac = process.platform === 'darwin'
const separator: MenuItemConstructorOptions = { type: 'separator' }

/** Stops Electron from building its default menu. Must run before the app is ready. */
export const skipDefaultMenu = () => Menu.setApplicationMenu(null)

export function setupMenu(actions: Actions) {
  app.setAboutPanelOptions({
    applicationName: app.name,
    applicationVersion: app.getVersion(),
    copyright: 'MIT licence',
  })
  const menus = [
    fileMenu(actions),
    editMenu,
    viewMenu(actions),
    goMenu(actions),
    windowMenu,
    helpMenu(actions),
  ]
  Menu.setApplicationMenu(Menu.buildFromTemplate(mac ? [appMenu(actions), ...menus] : menus))
}

function appMenu({ updates }: Actions): MenuItemConstructorOptions {
  return {
    role: 'appMenu',
    submenu: [
      { role: 'about' },
      ...updateItem(updates),
      separator,
      { role: 'services' },
      separator,
      { role: 'hide' },
      { role: 'hideOthers' },
      { role: 'unhide' },
      separator,
      { role: 'quit' },
    ],
  }
}

function fileMenu({ window, importFile, changeServer }: Actions): MenuItemConstructorOptions {
  return {
    label: '&File',
    submenu: [
      { label: 'Import JSON File…', accelerator: 'CmdOrCtrl+O', click: importFile },
      separator,
      { label: 'Use Another Server…', click: changeServer },
      { label: 'Log Out', click: () => window.send('command', 'logout') },
      separator,
      mac ? { role: 'close' } : { role: 'quit', accelerator: 'Ctrl+Q' },
    ],
  }
}

const editMenu: MenuItemConstructorOptions = {
  label: '&Edit',
  submenu: [
    { role: 'undo' },
    { role: 'redo' },
    separator,
    { role: 'cut' },
    { role: 'copy' },
    { role: 'paste' },
    { role: 'selectAll' },
  ],
}

function viewMenu({ window }: Actions): MenuItemConstructorOptions {
  return {
    label: '&View',
    submenu: [
      { label: 'Find', accelerator: 'CmdOrCtrl+F', click: () => window.send('command', 'search') },
      {
        label: 'Search Everything',
        accelerator: 'CmdOrCtrl+K',
        click: () => window.send('command', 'searchEverything'),
      },
      {
        label: 'Light or Dark',
        accelerator: 'CmdOrCtrl+Shift+L',
        click: () => window.send('command', 'theme'),
      },
      separator,
      { label: 'Actual Size', accelerator: 'CmdOrCtrl+0', click: () => window.zoom(0) },
      { label: 'Zoom In', accelerator: 'CmdOrCtrl+=', click: () => window.zoom(1) },
      // With Shift, and on the number pad.
      { label: 'Zoom In', accelerator: 'CmdOrCtrl+Plus', visible: false, click: () => window.zoom(1) },
      { label: 'Zoom Out', accelerator: 'CmdOrCtrl+-', click: () => window.zoom(-1) },
      separator,
      { label: 'Reload', accelerator: 'CmdOrCtrl+R', click: () => window.current()?.webContents.reload() },
      { role: 'togglefullscreen' },
      ...(app.isPackaged ? [] : [{ role: 'toggleDevTools' } as const]),
    ],
  }
}

function goMenu({ window }: Actions): MenuItemConstructorOptions {
  return {
    label: '&Go',
    submenu: tabIds.map((tab, index) => ({
      label: tabLabels[tab],
      accelerator: `CmdOrCtrl+${index + 1}`,
      click: () => window.send('goTo', pathOf(tab)),
    })),
  }
}

const windowMenu: MenuItemConstructorOptions = {
  label: '&Window',
  role: 'windowMenu',
  submenu: [{ role: 'minimize' }, { role: 'zoom' }, ...(mac ? [separator, { role: 'front' } as const] : [])],
}

function helpMenu({ window, updates }: Actions): MenuItemConstructorOptions {
  return {
    label: '&Help',
    role: 'help',
    submenu: [
      { label: 'Keyboard Shortcuts', accelerator: 'F1', click: () => window.send('command', 'shortcuts') },
      { label: 'Show Settings Folder', click: () => void shell.openPath(app.getPath('userData')) },
      ...(mac
        ? []
        : [
            separator,
            ...updateItem(updates),
            { label: `About ${app.name}`, click: () => app.showAboutPanel() },
          ]),
    ],
  }
}

const updateItem = (updates: Updates): MenuItemConstructorOptions[] =>
  updates.configured ? [{ label: 'Check for Updates…', click: () => void updates.check() }] : []
