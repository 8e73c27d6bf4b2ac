import { loginPath, pathOf } from '@salonback/shared/host/addresses.ts'
import type { Platform } from '@salonback/shared/host/platform.ts'
import { createLazyClient } from '@salonback/shared/http/client.ts'
import type { StartInfo } from '../bridge.ts'
import type { Desktop } from '../ipc.ts'
import { createImports } from './imports.ts'
import { createRoute, isOnScreen } from './route.ts'
import { hostOf } from './words.ts'

/** Nobody hears events at the login screen, so what hears them comes with the console. */
function hearEventsLater(desktop: Desktop): Platform['events'] {
  return (onEvent, onState) => {
    let stop: (() => void) | null = null
    let stopped = false
    void import('./events.ts').then(({ hearEvents }) => {
      if (!stopped) stop = hearEvents(onEvent, onState, { onBack: desktop.onServerBack })
    })
    return () => {
      stopped = true
      stop?.()
    }
  }
}

/** The desktop as the host of the admin screens. Calls go to this origin; the main process sends them on. */
export function createPlatform(desktop: Desktop, started: StartInfo, server: string) {
  const route = createRoute(started.signedIn ? pathOf('leads') : loginPath)
  desktop.onGoTo((path) => route.set(path))
  return {
    kind: 'desktop',
    loggedOutAtStart: !started.signedIn,
    api: createLazyClient(async () => (await import('@salonback/shared/contracts.ts')).contracts),
    events: hearEventsLater(desktop),
    importFile: createImports(desktop, started.opened, () => route.set(pathOf('import'))),
    save: async (name, _mime, text) =>
      desktop.saveText(name, typeof text === 'string' ? text : await text.text()),
    notify: (note) => {
      if (!isOnScreen(route.get(), document.hasFocus(), note.phone)) void desktop.notify(note)
    },
    setBadge: (count) => void desktop.setBadge(count),
    route,
    loggedOut: () => desktop.forgetSession(),
    modifier: started.platform === 'mac' ? '⌘' : 'Ctrl',
    titleBar: started.platform,
    server: {
      label: hostOf(server),
      change: () => void desktop.changeServer(),
      ...(started.keychain ? {} : { note: 'No keychain here: you will log in again at the next start.' }),
    },
    commands: (onCommand) => desktop.onCommand(onCommand),
  } satisfies Platform
}
