import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { errorMessage } from '@salonback/shared/errorMessage.ts'
import { packageApp, stageApp } from './package.ts'
import { installedElectron, type Runtime, root } from './runtime.ts'

/**
 * `npm run desktop [-- --server=https://...]` starts the app with the local server's address, or another. With
 * `--test-runtime` it runs on the old Electron that the tests use, for machines that reach only a package registry.
 */
const TEST_RUNTIME = '--test-runtime'
const localServer = 'http://localhost:8080'

async function main() {
  const given = process.argv.slice(2).filter((argument) => argument !== TEST_RUNTIME)
  const args = given.some((argument) => argument.startsWith('--server='))
    ? given
    : [`--server=${localServer}`, ...given]
  if (process.argv.includes(TEST_RUNTIME)) return start(await packageApp('dir'), args)
  const installed = (await installedElectron()) ?? (await install())
  if (!installed) throw new Error(downloadHelp)
  return start(installed.executable, [await stageApp(), ...args])
}

const downloadHelp = `Electron could not be downloaded, so the app cannot be started.
Its binary comes from GitHub's releases. Behind a proxy set HTTPS_PROXY; with a mirror set ELECTRON_MIRROR.
Then try again, or download it with: npx install-electron
To run the app on the old Electron that the tests use: npm run desktop -- ${TEST_RUNTIME}`

/** The electron package since version 42 does not download its binary on `npm install`. */
async function install(): Promise<Runtime | null> {
  process.stdout.write('Downloading Electron...\n')
  await run(process.execPath, [join(root, 'node_modules/electron/install.js')])
  return installedElectron()
}

async function start(program: string, args: string[]) {
  // Chromium's sandbox refuses to run as root.
  const asRoot = process.getuid?.() === 0 ? ['--no-sandbox'] : []
  process.exitCode = (await run(program, [...asRoot, ...args])) ?? 1
}

function run(command: string, args: string[]): Promise<number | null> {
  return new Promise((resolve) => {
    const child = spawn(command, args, { stdio: 'inherit' })
    child.once('error', () => resolve(1))
    child.once('exit', resolve)
  })
}

main().catch((error: unknown) => {
  process.stderr.write(`${errorMessage(error)}\n`)
  process.exitCode = 1
})
