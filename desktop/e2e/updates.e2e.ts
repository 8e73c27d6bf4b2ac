import { readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { packedProgram, sbomFile } from '../build/runtime.ts'
import { type App, createProfile, type Profile } from './app.ts'
import { type FakeServer, fakeServer } from './fakeServer.ts'

/** electron-builder writes the update feed here. */
const feedFile = join(dirname(packedProgram()), 'resources/app-update.yml')

let plain: FakeServer
let profile: Profile
let app: App | null = null

beforeAll(async () => {
  plain = await fakeServer((_request, response) =>
    response.end('version: 9.9.9\nfiles: []\npath: evil.AppImage\nsha512: x\n'),
  )
  profile = await createProfile()
})
afterEach(async () => {
  await app?.close()
  app = null
})
afterAll(async () => {
  await rm(feedFile, { force: true })
  await profile.remove()
  await plain.close()
})

/** Launches the app as if it was built with this feed. */
async function launchWith(feed: string): Promise<App> {
  await writeFile(feedFile, `provider: generic\nurl: ${feed}\nupdaterCacheDirName: salonback-updater\n`)
  // On Linux electron-updater works only in an AppImage, which sets this variable.
  return profile.launch({ env: { APPIMAGE: join(profile.dir, 'Salonback.AppImage') } })
}

const hasUpdateItem = (opened: App) =>
  opened.electron.evaluate(({ Menu }) =>
    (Menu.getApplicationMenu()?.items ?? []).some((top) =>
      top.submenu?.items.some(({ label }) => label.startsWith('Check for Updates')),
    ),
  )

test('the SBOM lists bundled packages and no build tools', async () => {
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

test('a feed that is not https is never requested', async () => {
  app = await launchWith(plain.origin)
  expect(await hasUpdateItem(app)).toBe(false)
  expect(plain.requests).toEqual([])
})

test('a redirect of the feed to http is not followed', async () => {
  const secure = await fakeServer(
    (_request, response) => response.writeHead(302, { location: `${plain.origin}/latest-linux.yml` }).end(),
    { selfSigned: true },
  )
  app = await launchWith(secure.origin)
  expect(await hasUpdateItem(app)).toBe(true)
  const message = await app.electron.evaluate(async ({ Menu, dialog, session }) => {
    // Accepts the test's self-signed certificate.
    session.fromPartition('electron-updater').setCertificateVerifyProc((_request, decide) => decide(0))
    const shown = new Promise<string>((resolve) => {
      dialog.showMessageBox = async (...args: unknown[]) => {
        const { message: text, detail } = args.at(-1) as Electron.MessageBoxOptions
        resolve(`${text} ${detail}`)
        return { response: 0, checkboxChecked: false }
      }
    })
    const items = (Menu.getApplicationMenu()?.items ?? []).flatMap((top) => top.submenu?.items ?? [])
    items.find(({ label }) => label.startsWith('Check for Updates'))?.click()
    return shown
  })
  expect(message).toMatch(/^The check for updates failed\. .*BLOCKED_BY_CLIENT/)
  expect(secure.requests).toHaveLength(1)
  expect(plain.requests).toEqual([])
  await secure.close()
})
