import { loginPath } from '@salonback/shared/host/addresses.ts'
import type { Platform } from '@salonback/shared/host/platform.ts'
import { renderToString } from 'react-dom/server'
import type { StartInfo } from '../bridge.ts'
import { drawnServer } from '../login.ts'
import { serverWords } from './platform.ts'
import { FramedAdmin } from './Shell.tsx'

/** The login screen as it stands in its page before the script. Its title is the page's own. */
export function drawLogin(platform: StartInfo['platform'], keychain: boolean): string {
  // No call is made before somebody logs in, which takes the script.
  const host = {
    loggedOutAtStart: true,
    route: { get: () => loginPath, set: () => {}, subscribe: () => () => {} },
    server: { ...serverWords(drawnServer, keychain), change: () => {} },
  } as unknown as Platform
  return renderToString(<FramedAdmin started={{ platform }} platform={host} />).replace(
    /<title>.*?<\/title>/,
    '',
  )
}
