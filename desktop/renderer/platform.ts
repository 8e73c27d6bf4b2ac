import { contracts } from '@salonback/shared/contracts.ts'
import { loginPath, pathOf } from '@salonback/shared/host/addresses.ts'
import type { Platform } from '@salonback/shared/host/platform.ts'
import { restoredPath } from '@salonback/shared/host/routes.ts'
import { subscribeToEvents } from '@salonback/shared/host/serverEvents.ts'
import { createClient } from '@salonback/shared/platform/http/client.ts'
import { sendForm } from '@salonback/shared/platform/http/request.ts'
import type { StartInfo } from '../bridge.ts'
import type { Desktop } from '../ipc.ts'
import { createImports } from './imports.ts'
import { hostOf } from './notices.ts'
import { createRoute, isConversationVisible, savedPath } from './route.ts'

/** The admin screens' platform in the desktop app. API calls go to the app's own origin; the main process forwards them. */
export function createPlatform(desktop: Desktop, start: StartInfo, server: string) {
  const route = createRoute(start.signedIn ? (savedPath() ?? pathOf('leads')) : loginPath)
  desktop.onGoTo((path) => route.set(restoredPath(path)))
  return {
    kind: 'desktop',
    loggedOutAtStart: !start.signedIn,
    api: createClient(contracts),
    undoableApi: (undoKey) => createClient(contracts, { undoKey }),
    events: (onEvent, onState) => subscribeToEvents(onEvent, onState, { onBack: desktop.onServerBack }),
    importFile: createImports(desktop, start.opened, () => route.set(pathOf('import'))),
    upload: sendForm,
    save: async (name, _mime, text) =>
      desktop.saveText(name, typeof text === 'string' ? text : await text.text()),
    notify: (text) => {
      if (!isConversationVisible(route.get(), document.hasFocus(), text.phone)) void desktop.notify(text)
    },
    setBadge: (count) => void desktop.setBadge(count),
    route,
    loggedOut: () => desktop.forgetSession(),
    modifier: start.platform === 'mac' ? '⌘' : 'Ctrl',
    titleBar: start.platform,
    server: {
      label: hostOf(server),
      ...(!start.keychain && { note: 'No keychain here: you will log in again at the next start.' }),
      change: () => void desktop.changeServer(),
    },
    commands: (onCommand) => desktop.onCommand(onCommand),
  } satisfies Platform
}
