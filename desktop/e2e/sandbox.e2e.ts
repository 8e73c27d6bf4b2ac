import { chmod, chown, cp, readFile, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { temporaryFolder } from '@salonback/shared/testing/temporaryFolder.ts'
import { _electron } from 'playwright'
import { expect, inject, test } from 'vitest'
import { packedProgram } from '../build/runtime.ts'
import { output } from './testDesktop.ts'

/** User id of `nobody` on Debian and most other systems. */
const nobodyId = 65534

/** Launches the app with Chromium's sandbox. The sandbox refuses to run as root, so root launches it as another user. */
async function launchSandboxed() {
  const home = await temporaryFolder()
  const { DISPLAY = '', PATH = '' } = { PATH: process.env.PATH, ...inject('desktopEnv') }
  const env = { DISPLAY, PATH, HOME: home, XDG_CONFIG_HOME: home, XDG_RUNTIME_DIR: home, TMPDIR: home }
  if (process.getuid?.() !== 0) return _electron.launch({ executablePath: packedProgram(), env })
  // The other user may not be able to read this checkout.
  const copy = join(home, 'app')
  await cp(dirname(packedProgram()), copy, { recursive: true })
  await output('chmod', ['-R', 'a+rX', copy], { PATH })
  await chown(home, nobodyId, nobodyId)
  const start = join(home, 'start')
  const program = join(copy, 'salonback')
  // Playwright adds --no-sandbox as root; this script removes it.
  await writeFile(
    start,
    `#!/bin/sh
for arg; do shift; [ "$arg" = --no-sandbox ] || set -- "$@" "$arg"; done
exec setpriv --reuid ${nobodyId} --regid ${nobodyId} --clear-groups '${program}' "$@"
`,
  )
  await chmod(start, 0o755)
  return _electron.launch({ executablePath: start, env })
}

/** The process's seccomp mode; 2 (filter) means that Chromium's sandbox is on. */
async function seccompMode(pid: number) {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Number(/^Seccomp:\s+(\d)$/m.exec(status)?.[1])
}

test('every page runs in the sandbox, also in a window with sandbox: false', async () => {
  expect((await stat('/proc/self/status')).isFile()).toBe(true)
  const electron = await launchSandboxed()
  const page = await electron.firstWindow()
  await page.getByRole('heading', { name: 'Connect to your server' }).waitFor()
  const pids = await electron.evaluate(async ({ BrowserWindow }) => {
    const unsandboxed = new BrowserWindow({ show: false, webPreferences: { sandbox: false } })
    await unsandboxed.loadURL('data:text/html,<p>unsandboxed')
    return BrowserWindow.getAllWindows().map((window) => window.webContents.getOSProcessId())
  })
  expect(pids).toHaveLength(2)
  for (const pid of pids) expect(await seccompMode(pid)).toBe(2)
  await electron.close()
})
