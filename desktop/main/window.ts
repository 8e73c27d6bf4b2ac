import { join } from 'node:path'
import { palette } from '@salonback/shared/brand.ts'
import { app, BrowserWindow, Menu, nativeTheme, type Rectangle, screen } from 'electron'
import { eventChannel } from '../channels.ts'
import type { DataOf, EventName } from '../ipc.ts'
import { isOnScreen } from './bounds.ts'
import { setupContextMenu } from './contextMenu.ts'
import { pageOrigin } from './origin.ts'
import type { SettingsFile, WindowBounds } from './settings.ts'
import { showWhenReady } from './showWhenReady.ts'

/** The bar of the screens is the title area; its height and colours are theirs (48 px, canvas and text). */
const barHeight = 48
const colours = {
  light: { canvas: palette.canvas, text: palette.ink },
  dark: { canvas: palette.night, text: palette.nightText },
}
const usual = { width: 1280, height: 840 }
const smallest = { width: 720, height: 540 }

/** The one window, which comes and goes on macOS while the app stays. */
export interface MainWindow {
  current(): BrowserWindow | null
  /** Brings the window forward, made anew if it was closed. */
  show(): BrowserWindow
  tell<N extends EventName>(name: N, data: DataOf<N>): void
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
    tell: (name, data) => window?.webContents.send(eventChannel(name), data),
    setDark: (dark) => {
      if (settings.get().dark !== dark) settings.change({ dark })
      if (window) paint(window, dark)
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
  const place = settings.get().window
  const window = new BrowserWindow({
    ...usual,
    ...(place &&
    isOnScreen(
      place,
      screen.getAllDisplays().map((display) => display.workArea),
    )
      ? boundsOf(place)
      : {}),
    minWidth: smallest.width,
    minHeight: smallest.height,
    title: app.name,
    // Shown when there is something to see, on the colour it will have: no white flash.
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
  showWhenReady(window, { maximized: place?.maximized === true })
  window.webContents.on('did-finish-load', () => window.webContents.setZoomLevel(settings.get().zoom))
  setupContextMenu(window.webContents)
  openMenuByKey(window)
  paint(window, dark)
  rememberReturnPath(window, settings)
  void window.loadURL(`${pageOrigin}/`)
  return window
}

function titleBar(dark: boolean): Electron.BrowserWindowConstructorOptions {
  if (process.platform === 'darwin')
    return { titleBarStyle: 'hiddenInset', trafficLightPosition: { x: 18, y: 17 } }
  if (process.platform === 'win32') return { titleBarStyle: 'hidden', titleBarOverlay: overlay(dark) }
  // Linux keeps the frame its desktop draws.
  return {}
}

function overlay(dark: boolean) {
  const { canvas, text } = dark ? colours.dark : colours.light
  return { color: canvas, symbolColor: text, height: barHeight }
}

function paint(window: BrowserWindow, dark: boolean) {
  window.setBackgroundColor((dark ? colours.dark : colours.light).canvas)
  if (process.platform === 'win32') window.setTitleBarOverlay(overlay(dark))
  if (process.platform === 'linux') {
    // The menu bar has the desktop's colours. Where those are not ours it comes when asked for, with Alt.
    const fits = dark === nativeTheme.shouldUseDarkColors
    window.setAutoHideMenuBar(!fits)
    window.setMenuBarVisibility(fits)
  }
}

/** Windows shows no menu bar under a title area of our own; Alt or F10 open the menu where it would be. */
function openMenuByKey(window: BrowserWindow) {
  if (process.platform !== 'win32') return
  let alone = false
  window.webContents.on('before-input-event', (_event, { type, key }) => {
    const up = type === 'keyUp' && (key === 'F10' || (key === 'Alt' && alone))
    alone = type === 'keyDown' && key === 'Alt'
    if (up) Menu.getApplicationMenu()?.popup({ window, x: 8, y: barHeight })
  })
}

function rememberReturnPath(window: BrowserWindow, settings: SettingsFile) {
  let timer: NodeJS.Timeout | undefined
  const remember = () => {
    clearTimeout(timer)
    if (window.isDestroyed() || window.isMinimized() || window.isFullScreen()) return
    // The normal bounds, so that leaving the maximized state leads back to them.
    settings.change({ window: { ...window.getNormalBounds(), maximized: window.isMaximized() } })
  }
  const soon = () => {
    clearTimeout(timer)
    timer = setTimeout(remember, 500)
  }
  window.on('resize', soon)
  window.on('move', soon)
  window.on('close', remember)
}

const boundsOf = ({ x, y, width, height }: WindowBounds): Rectangle => ({ x, y, width, height })
