import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { errorMessage } from '@salonback/shared/errorMessage.ts'
import { packageApp, stageApp } from './package.ts'
import { installedElectron, type Runtime, root } from './runtime.ts'

/**
 * `npm run desktop [-- --server=https://...]`: the app against the local server, or another. With `--test-runtime` on the
 * old Electron that the walks use, for machines that reach a package registry and nothing else; never without being told.
 */
const TEST_RUNTIME = '--test-runtime'
const localServer = 'http://localhost:8080'

async function main() {
  const given = process.argv.slice(2).filter((word) => word !== TEST_RUNTIME)
  const words = given.some((word) => word.startsWith('--server='))
    ? given
    : [`--server=${localServer}`, ...given]
  if (process.argv.includes(TEST_RUNTIME)) return start(await packageApp('dir'), words)
  const installed = (await installedElectron()) ?? (await install())
  if (!installed) throw new Error(howToHelp)
  return start(installed.executable, [await stageApp(), ...words])
}

const howToHelp = `Electron could not be downloaded, so the app cannot be started.
Its binary comes from GitHub's releases. Behind a proxy set HTTPS_PROXY; with a mirror set ELECTRON_MIRROR.
Then try again, or fetch it by hand with: npx install-electron
To look at the app on the old Electron that the tests use: npm run desktop -- ${TEST_RUNTIME}`

/** Electron 42 and newer bring their binary only when asked. */
async function install(): Promise<Runtime | null> {
  process.stdout.write('Fetching Electron, once...\n')
  await exitOf(process.execPath, [join(root, 'node_modules/electron/install.js')])
  return installedElectron()
}

async function start(program: string, words: string[]) {
  // Chromium's sandbox refuses to run as root.
  const asRoot = process.getuid?.() === 0 ? ['--no-sandbox'] : []
  process.exitCode = (await exitOf(program, [...asRoot, ...words])) ?? 1
}

function exitOf(command: string, words: string[]): Promise<number | null> {
  return new Promise((resolve) => {
    const child = spawn(command, words, { stdio: 'inherit' })
    child.once('error', () => resolve(1))
    child.once('exit', resolve)
  })
}

main().catch((error: unknown) => {
  process.stderr.write(`${errorMessage(error)}\n`)
  process.exitCode = 1
})
