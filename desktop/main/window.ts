import { join } from 'node:path'
import { palette } from '@salonback/shared/brand.ts'
import { app, BrowserWindow, Menu, nativeTheme, type Rectangle, screen } from 'electron'
import { eventChannel } from '../channels.ts'
import type { DataOf, EventName } from '../ipc.ts'
import { setupContextMenu } from './contextMenu.ts'
import { appOrigin } from './origin.ts'
import { isOnScreen, type SettingsFile, type WindowBounds } from './settings.ts'

/** On macOS and Windows the console's bar is the title bar, so the system's buttons get its height and colours. */
const barHeight = 48
const colours = {
  light: { canvas: palette.canvas, text: palette.ink },
  dark: { canvas: palette.night, text: palette.nightText },
}
const defaultSize = { width: 1280, height: 840 }
const minimumSize = { width: 720, height: 540 }

/** The app's only window. On macOS it can be closed while the app runs. */
export interface MainWindow {
  current(): BrowserWindow | null
  /** Brings the window to the front; creates it if it was closed. */
  show(): BrowserWindow
  send<N extends EventName>(name: N, data: DataOf<N>): void
  setDark(dark: boolean): void
  zoom(step: 1 | -1 | 0): void
}

export function setupWindow(settings: SettingsFile): MainWindow {
  let window: BrowserWindow | null = null
  const open = () => {
    window = createWindow(settings, settings.get().dark ?? nativeTheme.shouldUseDarkColors)
    window.on('closed', () => {
      window = null
    })
    return window
  }
  const main: MainWindow = {
    current: () => window,
    show: () => {
      const shown = window ?? open()
      if (shown.isMinimized()) shown.restore()
      if (shown.isVisible()) shown.focus()
      return shown
    },
    send: (name, data) => window?.webContents.send(eventChannel(name), data),
    setDark: (dark) => {
      if (settings.get().dark !== dark) settings.change({ dark })
      if (window) applyColours(window, dark)
    },
    zoom: (step) => {
      const zoom = step === 0 ? 0 : Math.min(5, Math.max(-3, settings.get().zoom + step * 0.5))
      settings.change({ zoom })
      window?.webContents.setZoomLevel(zoom)
    },
  }
  open()
  app.on('activate', () => main.show())
  app.on('window-all-closed', () => {
    if (process.platform !== 'darwin') app.quit()
  })
  return main
}

function createWindow(settings: SettingsFile, dark: boolean): BrowserWindow {
  const saved = settings.get().window
  const window = new BrowserWindow({
    ...defaultSize,
    ...(saved &&
    isOnScreen(
      saved,
      screen.getAllDisplays().map((display) => display.workArea),
    )
      ? boundsOf(saved)
      : {}),
    minWidth: minimumSize.width,
    minHeight: minimumSize.height,
    title: app.name,
    // `showWhenReady` shows it, with the page's background colour: no white flash.
    show: false,
    backgroundColor: (dark ? colours.dark : colours.light).canvas,
    ...titleBar(dark),
    webPreferences: {
      preload: join(app.getAppPath(), 'preload/index.cjs'),
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      webviewTag: false,
      spellcheck: true,
      v8CacheOptions: 'bypassHeatCheckAndEagerCompile',
      devTools: !app.isPackaged,
    },
  })
  showWhenReady(window, saved?.maximized === true)
  window.webContents.on('did-finish-load', () => window.webContents.setZoomLevel(settings.get().zoom))
  setupContextMenu(window.webContents)
  openMenuByKey(window)
  applyColours(window, dark)
  rememberBounds(window, settings)
  void window.loadURL(`${appOrigin}/`)
  return window
}

/** Shows a window after its first paint, or after two seconds: some systems, like Wayland, do not paint hidden windows. */
function showWhenReady(window: BrowserWindow, maximized: boolean) {
  const show = () => {
    clearTimeout(timer)
    if (window.isDestroyed() || window.isVisible()) return
    if (maximized) window.maximize()
    window.show()
  }
  const timer = setTimeout(show, 2000)
  window.once('ready-to-show', show)
}

function titleBar(dark: boolean): Electron.BrowserWindowConstructorOptions {
  if (process.platform === 'darwin')
    return { titleBarStyle: 'hiddenInset', trafficLightPosition: { x: 18, y: 17 } }
  if (process.platform === 'win32') return { titleBarStyle: 'hidden', titleBarOverlay: overlay(dark) }
  // Linux keeps the desktop's own window frame.
  return {}
}

function overlay(dark: boolean) {
  const { canvas, text } = dark ? colours.dark : colours.light
  return { color: canvas, symbolColor: text, height: barHeight }
}

function applyColours(window: BrowserWindow, dark: boolean) {
  window.setBackgroundColor((dark ? colours.dark : colours.light).canvas)
  if (process.platform === 'win32') window.setTitleBarOverlay(overlay(dark))
  if (process.platform === 'linux') {
    // The menu bar has the desktop's colours. Where they do not match ours it is hidden until Alt is pressed.
    const fits = dark === nativeTheme.shouldUseDarkColors
    window.setAutoHideMenuBar(!fits)
    window.setMenuBarVisibility(fits)
  }
}

/** Windows shows no menu bar with a custom title bar, so Alt and F10 open the menu in its place. */
function openMenuByKey(window: BrowserWindow) {
  if (process.platform !== 'win32') return
  let altOnly = false
  window.webContents.on('before-input-event', (_event, { type, key }) => {
    const opens = type === 'keyUp' && (key === 'F10' || (key === 'Alt' && altOnly))
    altOnly = type === 'keyDown' && key === 'Alt'
    if (opens) Menu.getApplicationMenu()?.popup({ window, x: 8, y: barHeight })
  })
}

function rememberBounds(window: BrowserWindow, settings: SettingsFile) {
  let timer: NodeJS.Timeout | undefined
  const save = () => {
    clearTimeout(timer)
    if (window.isDestroyed() || window.isMinimized() || window.isFullScreen()) return
    // The normal bounds: a maximized window returns to them.
    settings.change({ window: { ...window.getNormalBounds(), maximized: window.isMaximized() } })
  }
  const saveSoon = () => {
    clearTimeout(timer)
    timer = setTimeout(save, 500)
  }
  window.on('resize', saveSoon)
  window.on('move', saveSoon)
  window.on('close', save)
}

const boundsOf = ({ x, y, width, height }: WindowBounds): Rectangle => ({ x, y, width, height })
