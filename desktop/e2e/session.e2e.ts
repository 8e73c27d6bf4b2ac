import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { type App, createProfile, type Profile } from './app.ts'
import { connect, logIn, openConsole, readKeyring, waitForConsole } from './steps.ts'

let profile: Profile
beforeAll(async () => {
  profile = await createProfile()
})
afterAll(() => profile.remove())

const server = inject('server')

/** The files in a folder that contain a text as UTF-8 or UTF-16. */
async function filesWith(dir: string, text: string): Promise<string[]> {
  const found: string[] = []
  for (const entry of await readdir(dir, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const name = join(entry.parentPath, entry.name)
    const content = await readFile(name)
    if (content.includes(text) || content.includes(Buffer.from(text, 'utf16le'))) found.push(name)
  }
  return found
}

const secretOf = (token: string) => token.slice(token.indexOf('=') + 1)

/** Whether the server accepts this token. */
const isValid = async (token: string) =>
  (await fetch(`${server}/api/admin/me`, { headers: { cookie: token } })).ok

describe.sequential('a session from login to logout', () => {
  let app: App
  let token: string

  test('the token is in the keyring and not in the profile folder', async () => {
    app = await profile.launch()
    await openConsole(app.page, server)
    token = (await readKeyring(server)) ?? ''
    expect(token).toMatch(/^salonback_session=.{40,}$/)
    expect(await isValid(token)).toBe(true)
    await app.close()
    expect(await filesWith(profile.dir, secretOf(token))).toEqual([])
    // Proves that the search works: the settings contain the address.
    expect(await filesWith(profile.dir, server)).toContain(join(profile.dir, 'Salonback/settings.json'))
  })

  test('a restart keeps the session', async () => {
    app = await profile.launch()
    await waitForConsole(app.page)
    await app.page.getByText('maya').waitFor()
  })

  test('the page cannot read the token', async () => {
    const secret = secretOf(token)
    const seen = await app.page.evaluate(async () => {
      const login = await fetch('/api/admin/me', {
        credentials: 'include',
        headers: { accept: 'application/json' },
      })
      const readable = [
        document.cookie,
        JSON.stringify({ ...localStorage, ...sessionStorage }),
        JSON.stringify([...login.headers]),
        await login.text(),
        JSON.stringify(Object.keys(window.desktop)),
        JSON.stringify(await window.desktop.start()),
        JSON.stringify(await cookieStore.getAll()),
        JSON.stringify(await indexedDB.databases()),
        JSON.stringify(await caches.keys()),
        document.documentElement.outerHTML,
      ]
      const paths = [
        '/settings.json',
        '/../settings.json',
        '/%2e%2e/main/index.cjs',
        '/api/../main/index.cjs',
      ]
      for (const path of paths) readable.push(await fetch(path).then((reply) => reply.text(), String))
      return readable.join('\n')
    })
    expect(seen).toContain('maya')
    expect(seen).not.toContain(secret)
    expect(seen).not.toContain('salonback_session')
  })

  test('a logout deletes the session on the server, in the keyring and in the app', async () => {
    await app.page.getByRole('button', { name: 'Logout' }).click()
    await app.page.getByText('You have been logged out successfully', { exact: true }).waitFor()
    expect(await readKeyring(server)).toBeNull()
    expect(await isValid(token)).toBe(false)
    await app.close()
    app = await profile.launch()
    await app.page.getByRole('heading', { name: 'Admin Login' }).waitFor()
    await app.close()
  })
})

test('without a keyring the app says so, works, and needs a login after a restart', async () => {
  const bare = await createProfile()
  const env = { DBUS_SESSION_BUS_ADDRESS: 'disabled:' }
  let app = await bare.launch({ env })
  await app.page.getByLabel('Server address').fill(server)
  await app.page.getByText('This computer has no keychain.').waitFor()
  await connect(app.page, server)
  await app.page.getByText('No keychain here: you will log in again at the next start.').waitFor()
  await logIn(app.page)
  await waitForConsole(app.page)
  await app.close()
  app = await bare.launch({ env })
  await app.page.getByRole('heading', { name: 'Admin Login' }).waitFor()
  await app.close()
  await bare.remove()
})
