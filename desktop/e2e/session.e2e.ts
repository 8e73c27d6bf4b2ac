import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { credentials } from '@salonback/shared/testing/server.ts'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { type App, createProfile, type Profile } from './app.ts'
import { atConsole, connect, inKeyring, logIn, openConsole } from './steps.ts'

let profile: Profile
beforeAll(async () => {
  profile = await createProfile(inject('desk'))
})
afterAll(() => profile.remove())

const server = inject('server')
const desk = inject('desk')

/** Every file below a folder that has these bytes in it, plain or as UTF-16. */
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

/** Whether the server still takes this token. */
const isAlive = async (token: string) =>
  (await fetch(`${server}/api/admin/me`, { headers: { cookie: token } })).ok

describe.sequential('one session from login to log-out', () => {
  let app: App
  let token: string

  test('after the login the token lies in the keyring and nowhere in the profile', async () => {
    app = await profile.launch()
    await openConsole(app.page, server)
    token = (await inKeyring(desk, server)) ?? ''
    expect(token).toMatch(/^salonback_session=.{40,}$/)
    expect(await isAlive(token)).toBe(true)
    await app.close()
    expect(await filesWith(profile.dir, secretOf(token))).toEqual([])
    // The search itself works: the address is in the settings.
    expect(await filesWith(profile.dir, server)).toContain(join(profile.dir, 'Salonback/settings.json'))
  })

  test('a restart is still logged in', async () => {
    app = await profile.launch()
    await atConsole(app.page)
    await app.page.getByText('maya').waitFor()
  })

  test('the page cannot read the token by any means', async () => {
    const secret = secretOf(token)
    const seen = await app.page.evaluate(async () => {
      const login = await fetch('/api/admin/me', {
        credentials: 'include',
        headers: { accept: 'application/json' },
      })
      const answers = [
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
      for (const path of paths) answers.push(await fetch(path).then((reply) => reply.text(), String))
      return answers.join('\n')
    })
    expect(seen).toContain('maya')
    expect(seen).not.toContain(secret)
    expect(seen).not.toContain('salonback_session')
  })

  test('a new login does not show its token to the page either', async () => {
    const seen = await app.page.evaluate(async (person) => {
      const answer = await fetch('/api/admin/login', {
        method: 'POST',
        headers: { accept: 'application/json', 'content-type': 'application/json' },
        body: JSON.stringify(person),
      })
      return `${answer.status} ${JSON.stringify([...answer.headers])} ${await answer.text()} ${document.cookie}`
    }, credentials)
    expect(seen).toMatch(/^200 /)
    expect(seen).not.toContain('salonback_session')
    token = (await inKeyring(desk, server)) ?? ''
    expect(await isAlive(token)).toBe(true)
  })

  test('a log-out removes it on the server, in the keyring and in the app', async () => {
    await app.page.getByRole('button', { name: 'Logout' }).click()
    await app.page.getByText('You have been logged out successfully', { exact: true }).waitFor()
    expect(await inKeyring(desk, server)).toBeNull()
    expect(await isAlive(token)).toBe(false)
    await app.close()
    app = await profile.launch()
    await app.page.getByRole('heading', { name: 'Admin Login' }).waitFor()
    await app.close()
  })
})

test('without a keyring the app says so, works, and asks again at the next start', async () => {
  const bare = await createProfile(desk)
  const env = { DBUS_SESSION_BUS_ADDRESS: 'disabled:' }
  let app = await bare.launch({ env })
  await app.page.getByLabel('Server address').fill(server)
  await app.page.getByText('This computer has no keychain.').waitFor()
  await connect(app.page, server)
  await app.page.getByText('No keychain here: you will log in again at the next start.').waitFor()
  await logIn(app.page)
  await atConsole(app.page)
  await app.close()
  app = await bare.launch({ env })
  await app.page.getByRole('heading', { name: 'Admin Login' }).waitFor()
  await app.close()
  await bare.remove()
})
