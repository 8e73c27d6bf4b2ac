import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { cacheDir, root } from './runtime.ts'

const run = promisify(execFile)
const native = 'build/Release/keytar.node'
const version = '7.9.0'

/**
 * The folder of keytar with its native module. `npm ci` skips keytar where libsecret's headers are missing; then it is
 * built in the cache folder, so that neither node_modules nor the lock file changes.
 */
export async function ensureKeytar(): Promise<string> {
  const installed = join(root, 'node_modules/keytar')
  if (existsSync(join(installed, native))) return installed
  const project = join(cacheDir, `keytar-${version}`)
  const built = join(project, 'node_modules/keytar')
  if (existsSync(join(built, native))) return built

  await mkdir(project, { recursive: true })
  const manifest = {
    name: 'keytar-build',
    private: true,
    dependencies: { keytar: version },
    allowScripts: { keytar: true },
  }
  await writeFile(join(project, 'package.json'), JSON.stringify(manifest, null, 2))
  try {
    await run('npm', ['install', '--no-audit', '--no-fund', '--no-package-lock', ...nodeHeaders()], {
      cwd: project,
    })
  } catch (error) {
    throw new Error(
      `Building keytar failed. On Debian: apt-get install -y libsecret-1-dev build-essential python3\n${lastLines(error)}`,
    )
  }
  if (!existsSync(join(built, native)))
    throw new Error(`keytar was installed without its native module in ${dirname(built)}`)
  return built
}

/** Uses the headers installed with Node, if any, instead of downloading them. */
function nodeHeaders(): string[] {
  const prefix = join(dirname(process.execPath), '..')
  return existsSync(join(prefix, 'include/node/node_api.h')) ? [`--nodedir=${prefix}`] : []
}

function lastLines(error: unknown): string {
  const text = error instanceof Error && 'stderr' in error ? String(error.stderr) : String(error)
  return text.trim().split('\n').slice(-5).join('\n')
}
