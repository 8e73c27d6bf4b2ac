import { chmod, chown, cp, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { _electron } from 'playwright'
import { expect, inject, onTestFinished, test } from 'vitest'
import { packedProgram } from '../build/runtime.ts'
import { output } from './desk.ts'

/** The number of the user nobody on Debian and most others. */
const nobody = 65534

/** The app as people run it. Chromium's sandbox refuses to run as root, so as root it is started as somebody else. */
async function launchAsPerson() {
  const home = await mkdtemp(join(tmpdir(), 'salonback-person-'))
  onTestFinished(() => rm(home, { recursive: true, force: true }))
  const { DISPLAY = '', PATH = '' } = { PATH: process.env.PATH, ...inject('desk') }
  const env = { DISPLAY, PATH, HOME: home, XDG_CONFIG_HOME: home, XDG_RUNTIME_DIR: home, TMPDIR: home }
  if (process.getuid?.() !== 0) return _electron.launch({ executablePath: packedProgram(), env })
  // A checkout may lie where nobody else can read it.
  const copy = join(home, 'app')
  await cp(dirname(packedProgram()), copy, { recursive: true })
  await output('chmod', ['-R', 'a+rX', copy], { PATH })
  await chown(home, nobody, nobody)
  const start = join(home, 'start')
  const program = join(copy, 'salonback')
  // The driver, itself root, asks for no sandbox; this program is not, and must have one.
  await writeFile(
    start,
    `#!/bin/sh
for word; do shift; [ "$word" = --no-sandbox ] || set -- "$@" "$word"; done
exec setpriv --reuid ${nobody} --regid ${nobody} --clear-groups '${program}' "$@"
`,
  )
  await chmod(start, 0o755)
  return _electron.launch({ executablePath: start, env })
}

/** 2: the kernel filters this process's calls, which Chromium's sandbox is made of. */
async function seccompOf(pid: number) {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Number(/^Seccomp:\s+(\d)$/m.exec(status)?.[1])
}

test('every page runs in the sandbox, also one whose window does not ask for it', async () => {
  expect((await stat('/proc/self/status')).isFile()).toBe(true)
  const electron = await launchAsPerson()
  const page = await electron.firstWindow()
  await page.getByRole('heading', { name: 'Connect to your server' }).waitFor()
  const pids = await electron.evaluate(async ({ BrowserWindow }) => {
    const careless = new BrowserWindow({ show: false, webPreferences: { sandbox: false } })
    await careless.loadURL('data:text/html,<p>careless')
    return BrowserWindow.getAllWindows().map((window) => window.webContents.getOSProcessId())
  })
  expect(pids).toHaveLength(2)
  for (const pid of pids) expect(await seccompOf(pid)).toBe(2)
  await electron.close()
})
