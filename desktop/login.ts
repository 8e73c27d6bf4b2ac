import type { StartInfo } from './bridge.ts'

/** Stands for the server in the login screens that the build draws. */
export const drawnServer = 'http://server.invalid'

/** Where they lie in the app, one for each system, with the note that it has no keychain and without. */
export const drawnFolder = 'login'
export const drawnFile = (platform: StartInfo['platform'], keychain: boolean) =>
  `${platform}${keychain ? '' : '-without-keychain'}.html`
