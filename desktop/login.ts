import type { StartInfo } from './bridge.ts'

/** Stands for the server in the login screens that the build draws. */
export const drawnServer = 'http://server.invalid'

/** Without them no page: the drawn screen of each system, with and without the note about its keychain. */
export const drawnFolder = 'login'
export const drawnFile = (platform: StartInfo['platform'], keychain: boolean) =>
  `${platform}${keychain ? '' : '-without-keychain'}.html`
