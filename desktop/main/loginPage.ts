import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { StartInfo } from '../bridge.ts'
import { drawnFile, drawnServer } from '../login.ts'
import type { Secrets } from './secrets.ts'
import type { Server } from './server.ts'

interface Known {
  server: Pick<Server, 'origin' | 'session'>
  secrets: Promise<Pick<Secrets, 'keychain'>>
  platform: StartInfo['platform']
  dark: boolean
}

/** How long the page waits for the keychain, in ms; then the screen comes with the script, as without a drawn one. */
const PATIENCE_MS = 150

/** The page with the login screen in it, as the build drew it into `folder`; null when another screen comes first. */
export async function loginPage(folder: string, { server, secrets, platform, dark }: Known) {
  const origin = server.origin()
  const token = server.session()?.token()
  if (!origin || !token || (await soon(token)) !== null) return null
  const { keychain } = await secrets
  const page = await readFile(join(folder, drawnFile(platform, keychain)), 'utf8')
  return filledIn(page, origin, dark)
}

/** What comes of it, or that nobody knows yet. */
function soon<T>(answer: Promise<T>): Promise<T | 'later'> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<'later'>((resolve) => {
    timer = setTimeout(() => resolve('later'), PATIENCE_MS)
  })
  return Promise.race([answer, late]).finally(() => clearTimeout(timer))
}

const drawnHost = new URL(drawnServer).host

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#x27;',
}
const escaped = (text: string) => text.replace(/[&<>"']/g, (letter) => entities[letter] ?? letter)

/** What the build did not know. */
export function filledIn(page: string, server: string, dark: boolean): string {
  const host = escaped(new URL(server).host)
  return page
    .replaceAll(drawnHost, () => host)
    .replace('<html', () => `<html${dark ? ' class="bp6-dark"' : ''}`)
}
