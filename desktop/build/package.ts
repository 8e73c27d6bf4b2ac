import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Resvg } from '@resvg/resvg-js'
import { errorMessage } from '@salonback/shared/errorMessage.ts'
import { type Configuration, Platform, build as pack } from 'electron-builder'
import { build as bundle } from 'electron-vite'
import { appDir, packageLists } from '../electron.vite.config.ts'
import { secureFeed } from '../main/feed.ts'
import { ensureKeytar } from './keytar.ts'
import {
  electronRuntime,
  installedElectron,
  out,
  packedProgram,
  type Runtime,
  root,
  sbomFile,
} from './runtime.ts'
import { writeSbom } from './sbom.ts'

const readJson = async <T>(path: string) => JSON.parse(await readFile(join(root, path), 'utf8')) as T

const keytarPackage = { name: 'keytar', version: '7.9.0', license: 'MIT' }

/** Bundles the app into `desktop/out/app`, from where Electron runs or packs it. */
export async function stageApp(): Promise<string> {
  await rm(appDir, { recursive: true, force: true })
  await bundle({ configFile: join(root, 'desktop/electron.vite.config.ts'), logLevel: 'warn' })
  const ours = await readJson<{ version: string }>('desktop/package.json')
  const manifest = {
    name: 'salonback',
    productName: 'Salonback',
    description: 'Texts past customers of salons back into the chair',
    version: ours.version,
    author: 'Salonback <hello@salonback.com>',
    homepage: 'https://salonback.com',
    license: 'MIT',
    main: 'main/index.cjs',
    dependencies: { [keytarPackage.name]: keytarPackage.version },
  }
  await writeFile(join(appDir, 'package.json'), JSON.stringify(manifest, null, 2))
  await stageKeytar(join(appDir, 'node_modules/keytar'))
  return appDir
}

/** Copies keytar's loader and native module, without its build files. */
async function stageKeytar(into: string) {
  const keytar = await ensureKeytar()
  await mkdir(join(into, 'build/Release'), { recursive: true })
  await mkdir(join(into, 'lib'), { recursive: true })
  for (const name of ['lib/keytar.js', 'build/Release/keytar.node', 'LICENSE.md'])
    await cp(join(keytar, name), join(into, name))
  const manifest = { ...keytarPackage, main: 'lib/keytar.js' }
  await writeFile(join(into, 'package.json'), JSON.stringify(manifest))
}

/** Renders the icon as the PNG from which electron-builder makes all sizes. */
async function renderIcon() {
  const svg = await readFile(join(root, 'desktop/icon.svg'))
  const png = new Resvg(svg, { fitTo: { mode: 'width', value: 1024 } }).render().asPng()
  await mkdir(join(out, 'icons'), { recursive: true })
  await writeFile(join(out, 'icons/icon.png'), png)
}

/** `dir`: unpacked, with the inspector enabled for tests. `dist`: installers for this system. */
export async function packageApp(kind: 'dir' | 'dist'): Promise<string> {
  // Checks the settings before the long build.
  const release = { ...notarization(), ...updateFeed() }
  await stageApp()
  await renderIcon()
  const runtime = kind === 'dir' ? await electronRuntime() : await installedElectron()
  await pack({
    projectDir: root,
    targets: Platform.current().createTarget(kind === 'dir' ? 'dir' : []),
    config: {
      extends: join(root, 'electron-builder.yml'),
      ...runtimeFor(kind, runtime),
      ...release,
    },
    publish: 'never',
  })
  await writeSbom(sbomFile, packageLists, await readJson('desktop/out/app/package.json'), [
    { name: 'electron', version: await electronVersion(runtime), license: 'MIT' },
    keytarPackage,
  ])
  return packedProgram()
}

/** Installers get the installed Electron; the unpacked build falls back to the pinned one. */
function runtimeFor(kind: 'dir' | 'dist', runtime: Runtime | null): Configuration {
  const electronFuses = {
    ...(kind === 'dir' ? { enableNodeCliInspectArguments: true } : {}),
    // Electron has this fuse since version 29; setting it on an older one fails.
    ...(runtime && Number.parseInt(runtime.version, 10) < 29
      ? {}
      : { grantFileProtocolExtraPrivileges: false }),
  }
  return { electronFuses, ...(runtime && { electronDist: runtime.dir, electronVersion: runtime.version }) }
}

/** Without an installed Electron, electron-builder downloads the declared version. */
const electronVersion = async (runtime: Runtime | null) =>
  runtime?.version ?? (await readJson<{ version: string }>('node_modules/electron/package.json')).version

/** Notarizes macOS installers if an Apple account is set. Without it macOS warns users who open the app. */
function notarization(): Configuration {
  const { APPLE_ID, APPLE_APP_SPECIFIC_PASSWORD, APPLE_TEAM_ID } = process.env
  if (!APPLE_ID && !APPLE_APP_SPECIFIC_PASSWORD && !APPLE_TEAM_ID) return {}
  if (APPLE_ID && APPLE_APP_SPECIFIC_PASSWORD && APPLE_TEAM_ID) return { mac: { notarize: true } }
  throw new Error('Notarization needs APPLE_ID, APPLE_APP_SPECIFIC_PASSWORD and APPLE_TEAM_ID')
}

function updateFeed(): Configuration {
  const url = process.env.UPDATE_FEED_URL
  return url ? { publish: { provider: 'generic', url: secureFeed(url) } } : {}
}

async function main() {
  const kind = process.argv[2]
  if (kind !== 'dir' && kind !== 'dist') throw new Error('Usage: desktop/build/package.ts dir | dist')
  const program = await packageApp(kind)
  process.stdout.write(`Packed: ${kind === 'dir' ? program : join(out, 'dist')}\n`)
}

/** Adds help to a failed download of Electron or of electron-builder's tools. */
function explain(error: unknown): string {
  const message = errorMessage(error)
  if (!/ENOTFOUND|ECONNREFUSED|ETIMEDOUT|EAI_AGAIN|status code/.test(message)) return message
  return `${message}
Installers need Electron's release and electron-builder's tools, which are downloaded from GitHub.
With a mirror set ELECTRON_MIRROR and ELECTRON_BUILDER_BINARIES_MIRROR. Without network use desktop:dir.`
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  main().catch((error: unknown) => {
    process.stderr.write(`${explain(error)}\n`)
    process.exitCode = 1
  })
}
