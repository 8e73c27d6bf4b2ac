import { readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { dirname, join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, inject, test } from 'vitest'
import { packedProgram, sbomFile } from '../build/runtime.ts'
import { type App, createProfile, type Profile } from './app.ts'
import { selfSigned } from './certificate.ts'

/** Where electron-builder puts the feed of a build that has one. */
const feedFile = join(dirname(packedProgram()), 'resources/app-update.yml')

const plainRequests: string[] = []
const plain = createServer((request, response) => {
  plainRequests.push(request.url ?? '')
  response.end('version: 9.9.9\nfiles: []\npath: evil.AppImage\nsha512: x\n')
})
let plainOrigin: string
let profile: Profile
let app: App | null = null

beforeAll(async () => {
  await new Promise<void>((resolve) => plain.listen(0, '127.0.0.1', resolve))
  plainOrigin = `http://127.0.0.1:${(plain.address() as AddressInfo).port}`
  profile = await createProfile(inject('desk'))
})
afterEach(async () => {
  await app?.close()
  app = null
})
afterAll(async () => {
  await rm(feedFile, { force: true })
  await profile.remove()
  plain.closeAllConnections()
  await new Promise((resolve) => plain.close(resolve))
})

/** The app as built with this feed; what its menu offers, and what it says when a person asks for updates. */
async function launchWith(feed: string): Promise<App> {
  await writeFile(feedFile, `provider: generic\nurl: ${feed}\nupdaterCacheDirName: salonback-updater\n`)
  // On Linux only an AppImage updates itself; the updater looks at this.
  return profile.launch({ env: { APPIMAGE: join(profile.dir, 'Salonback.AppImage') } })
}

const menuItem = (opened: App) =>
  opened.electron.evaluate(({ Menu }) =>
    (Menu.getApplicationMenu()?.items ?? []).some((top) =>
      top.submenu?.items.some(({ label }) => label.startsWith('Check for Updates')),
    ),
  )

test('beside the packed app stands what it is made of, and nothing that only builds it', async () => {
  const { components } = JSON.parse(await readFile(sbomFile, 'utf8')) as { components: { name: string }[] }
  const names = components.map(({ name }) => name)
  expect(names).toEqual(
    expect.arrayContaining([
      'electron',
      'electron-updater',
      'keytar',
      'react',
      'react-dom',
      'zod',
      '@blueprintjs/core',
      '@blueprintjs/icons',
      '@fontsource-variable/imbue',
    ]),
  )
  for (const tool of ['vite', 'electron-builder', 'electron-vite', 'typescript', 'vitest'])
    expect(names).not.toContain(tool)
})

test('a build with a feed that is not encrypted never asks it', async () => {
  app = await launchWith(plainOrigin)
  expect(await menuItem(app)).toBe(false)
  expect(plainRequests).toEqual([])
})

test('a feed that redirects out of encryption is not followed', async () => {
  const secure = await selfSigned((_request, response) =>
    response.writeHead(302, { location: `${plainOrigin}/latest-linux.yml` }).end(),
  )
  app = await launchWith(secure.origin)
  expect(await menuItem(app)).toBe(true)
  const said = await app.electron.evaluate(async ({ Menu, dialog, session }) => {
    // The certificate is this test's own; everything else is as it runs.
    session.fromPartition('electron-updater').setCertificateVerifyProc((_request, decide) => decide(0))
    const answered = new Promise<string>((resolve) => {
      dialog.showMessageBox = async (...given: unknown[]) => {
        const { message, detail } = given.at(-1) as Electron.MessageBoxOptions
        resolve(`${message} ${detail}`)
        return { response: 0, checkboxChecked: false }
      }
    })
    const items = (Menu.getApplicationMenu()?.items ?? []).flatMap((top) => top.submenu?.items ?? [])
    items.find(({ label }) => label.startsWith('Check for Updates'))?.click()
    return answered
  })
  expect(said).toMatch(/^The check for updates failed\. .*BLOCKED_BY_CLIENT/)
  expect(secure.requests()).toBe(1)
  expect(plainRequests).toEqual([])
  await secure.close()
})
