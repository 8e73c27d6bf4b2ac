/** Where updates come from, as electron-builder wrote it beside the app. */
const url = /^url:\s*['"]?([^'"\s]+)['"]?\s*$/m

/** Whether the build names an https feed. Over http anybody on the network could replace the update. */
export const hasSecureFeed = (appUpdate: string) => isSecure(url.exec(appUpdate)?.[1] ?? '')

/** For packing: throws an Error that names the setting. */
export function secureFeed(address: string): string {
  if (!isSecure(address)) throw new Error(`UPDATE_FEED_URL: ${address} is no https address`)
  return address
}

/** An address a download may come from; also where a redirect leads. */
export function isSecure(address: string): boolean {
  try {
    const { protocol, username, password } = new URL(address)
    return protocol === 'https:' && username === '' && password === ''
  } catch {
    return false
  }
}
