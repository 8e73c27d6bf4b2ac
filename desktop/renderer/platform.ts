import { contracts } from '@salonback/shared/contracts.ts'
import { loginPath, pathOf } from '@salonback/shared/host/addresses.ts'
import { lazyEvents } from '@salonback/shared/host/lazyEvents.ts'
import type { Platform } from '@salonback/shared/host/platform.ts'
import { restoredPath } from '@salonback/shared/host/routes.ts'
import { createClient } from '@salonback/shared/http/client.ts'
import type { StartInfo } from '../bridge.ts'
import type { Desktop } from '../ipc.ts'
import { createImports } from './imports.ts'
import { createRoute, isOnScreen, keptPath } from './route.ts'
import { hostOf } from './words.ts'

/** The desktop as the host of the admin screens. Calls go to this origin; the main process sends them on. */
export function createPlatform(desktop: Desktop, started: StartInfo, server: string) {
  const route = createRoute(started.signedIn ? (keptPath() ?? pathOf('leads')) : loginPath)
  desktop.onGoTo((path) => route.set(restoredPath(path)))
  return {
    kind: 'desktop',
    loggedOutAtStart: !started.signedIn,
    api: createClient(contracts),
    events: lazyEvents(async () => {
      const { hearEvents } = await import('./events.ts')
      return (onEvent, onState) => hearEvents(onEvent, onState, { onBack: desktop.onServerBack })
    }),
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
      ...(!started.keychain && { note: 'No keychain here: you will log in again at the next start.' }),
      change: () => void desktop.changeServer(),
    },
    commands: (onCommand) => desktop.onCommand(onCommand),
  } satisfies Platform
}
