/** The update feed's URL in app-update.yml, which electron-builder writes beside the app. */
const feedUrl = /^url:\s*['"]?([^'"\s]+)['"]?\s*$/m

/** Whether app-update.yml names an https feed. Over http, anyone on the network could replace an update. */
export const hasSecureFeed = (appUpdate: string) => isSecure(feedUrl.exec(appUpdate)?.[1] ?? '')

/** The feed to pack into a build; throws when it is not https. */
export function secureFeed(address: string): string {
  if (!isSecure(address)) throw new Error(`UPDATE_FEED_URL: ${address} is not an https address`)
  return address
}

/** Whether the updater may load this URL, also as the target of a redirect. */
export function isSecure(address: string): boolean {
  try {
    const { protocol, username, password } = new URL(address)
    return protocol === 'https:' && username === '' && password === ''
  } catch {
    return false
  }
}
