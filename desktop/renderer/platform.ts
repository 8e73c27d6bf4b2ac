import type { Platform } from '@salonback/shared/admin/platform.ts'
import { contracts } from '@salonback/shared/contracts.ts'
import { createClient } from '@salonback/shared/http/client.ts'
import type { Desktop, StartInfo } from '../bridge.ts'
import { hearEvents } from './events.ts'
import { createImports } from './imports.ts'
import { createRoute, isOnScreen } from './route.ts'
import { hostOf } from './words.ts'

/** The desktop as the host of the admin screens. Calls go to this origin; the main process sends them on. */
export function createPlatform(desktop: Desktop, started: StartInfo, server: string) {
  const route = createRoute()
  desktop.onGoTo(route.set)
  return {
    kind: 'desktop',
    api: createClient(contracts),
    events: (onEvent, onState) => hearEvents(onEvent, onState, { onBack: desktop.onLineBack }),
    importFile: createImports(desktop, started.opened, () => route.set('/admin?tab=import')),
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
