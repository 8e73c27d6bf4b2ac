import { type ChildProcess, spawn } from 'node:child_process'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'

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
export function output(command: string, args: string[], env: Record<string, string>): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { env, stdio: ['ignore', 'pipe', 'pipe'] })
    let text = ''
    let errors = ''
    child.stdout.on('data', (data) => {
      text += data
    })
    child.stderr.on('data', (data) => {
      errors += data
    })
    child.once('error', reject)
    child.once('close', (code) =>
      code === 0
        ? resolve(text.trim())
        : reject(new Error(`${command} ${args.join(' ')}: ${errors.trim() || code}`)),
    )
  })
}

/** Polls the session bus until a service has registered its name. */
async function waitForService(name: string, env: Record<string, string>) {
  const nameHasOwner = [
    '--session',
    '--print-reply=literal',
    '--dest=org.freedesktop.DBus',
    '/',
    'org.freedesktop.DBus.NameHasOwner',
    `string:${name}`,
  ]
  for (let tries = 0; tries < 200; tries++) {
    if ((await output('dbus-send', nameHasOwner, env)).includes('true')) return
    await new Promise((resolve) => setTimeout(resolve, 25))
  }
  throw new Error(`${name} did not start`)
}

function firstLine(stream: Readable | null): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = ''
    stream?.on('data', (data) => {
      text += data
      const end = text.indexOf('\n')
      if (end >= 0) resolve(text.slice(0, end))
    })
    stream?.once('end', () => reject(new Error('the process ended before it was ready')))
  })
}

export function stopProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve()
  return new Promise((resolve) => {
    child.once('exit', () => resolve())
    child.kill()
  })
}
