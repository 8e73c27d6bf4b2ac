import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { promisify } from 'node:util'

/** A desktop session for tests: X server, session bus, unlocked keyring and notification service, separate from the user's. */
export interface TestDesktop {
  /** Environment for programs started on it. */
  env: Record<string, string>
  stop(): Promise<void>
}

const keyringPassword = 'test keyring password'

export async function startTestDesktop(): Promise<TestDesktop> {
  const home = await mkdtemp(join(tmpdir(), 'salonback-desktop-'))
  const env: Record<string, string> = {
    PATH: process.env.PATH ?? '',
    LANG: 'C.UTF-8',
    HOME: home,
    XDG_RUNTIME_DIR: join(home, 'run'),
    XDG_DATA_HOME: join(home, 'data'),
    XDG_CONFIG_HOME: join(home, 'config'),
    XDG_CURRENT_DESKTOP: 'GNOME',
    NO_AT_BRIDGE: '1',
  }
  for (const name of ['XDG_DATA_HOME', 'XDG_CONFIG_HOME']) await mkdir(env[name] ?? '', { recursive: true })
  await mkdir(join(home, 'run'), { mode: 0o700 })

  const started: ChildProcess[] = []
  const run = (command: string, args: string[]) => {
    const child = spawn(command, args, { env, stdio: ['pipe', 'pipe', 'ignore'] })
    started.push(child)
    return child
  }
  // Xvfb picks a free display number and prints it when it is ready.
  const display = run('Xvfb', ['-displayfd', '1', '-screen', '0', '1920x1200x24', '-nolisten', 'tcp'])
  env.DISPLAY = `:${await firstLine(display.stdout)}`
  const bus = run('dbus-daemon', ['--session', '--nofork', '--nopidfile', '--print-address=1'])
  env.DBUS_SESSION_BUS_ADDRESS = await firstLine(bus.stdout)

  const keyring = run('gnome-keyring-daemon', ['--unlock', '--components=secrets', '--foreground'])
  keyring.stdin?.end(keyringPassword)
  run('dunst', ['-conf', '/dev/null'])
  await Promise.all(
    ['org.freedesktop.secrets', 'org.freedesktop.Notifications'].map((name) => waitForService(name, env)),
  )

  return {
    env,
    stop: async () => {
      for (const child of started.reverse()) await stopProcess(child)
      await rm(home, { recursive: true, force: true })
    },
  }
}

/** The trimmed output of a command; throws when it fails. */
export const output = async (command: string, args: string[], env: Record<string, string>) =>
  (await promisify(execFile)(command, args, { env })).stdout.trim()

/** Polls the session bus until a service has registered its name. */
async function waitForService(name: string, env: Record<string, string>) {
  const bus = ['--session', '--print-reply=literal', '--dest=org.freedesktop.DBus', '/']
  const nameHasOwner = [...bus, 'org.freedesktop.DBus.NameHasOwner', `string:${name}`]
  for (let tries = 0; tries < 200; tries++) {
    if ((await output('dbus-send', nameHasOwner, env)).includes('true')) return
    await new Promise((resolve) => setTimeout(resolve, 25))
  }
  throw new Error(`${name} did not start`)
}

async function firstLine(input: Readable): Promise<string> {
  for await (const line of createInterface({ input })) return line
  throw new Error('the process ended before it was ready')
}

export function stopProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve()
  return new Promise((resolve) => {
    child.once('exit', () => resolve())
    child.kill()
  })
}
