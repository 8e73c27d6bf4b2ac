import { type ChildProcess, spawn } from 'node:child_process'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'

/** A person's desktop: a screen, a session bus, an unlocked keyring and a notification service, all real, all apart
 * from those of whoever runs the tests. `env` is what a program started on it needs. */
export interface Desk {
  env: Record<string, string>
  stop(): Promise<void>
}

const keyringPassword = 'a password only this keyring has'

export async function setUpDesk(): Promise<Desk> {
  const home = await mkdtemp(join(tmpdir(), 'salonback-desk-'))
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
  const run = (command: string, words: string[]) => {
    const child = spawn(command, words, { env, stdio: ['pipe', 'pipe', 'ignore'] })
    started.push(child)
    return child
  }
  // The server picks a free number and writes it when it is ready.
  const display = run('Xvfb', ['-displayfd', '1', '-screen', '0', '1920x1200x24', '-nolisten', 'tcp'])
  env.DISPLAY = `:${await firstLine(display.stdout)}`
  const bus = run('dbus-daemon', ['--session', '--nofork', '--nopidfile', '--print-address=1'])
  env.DBUS_SESSION_BUS_ADDRESS = await firstLine(bus.stdout)

  const keyring = run('gnome-keyring-daemon', ['--unlock', '--components=secrets', '--foreground'])
  keyring.stdin?.end(keyringPassword)
  run('dunst', ['-conf', '/dev/null'])
  await Promise.all(
    ['org.freedesktop.secrets', 'org.freedesktop.Notifications'].map((name) => owned(name, env)),
  )

  return {
    env,
    stop: async () => {
      for (const child of started.reverse()) await ended(child)
      await rm(home, { recursive: true, force: true })
    },
  }
}

/** What a command prints, trimmed; throws when it fails. */
export function output(command: string, words: string[], env: Record<string, string>): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, words, { env, stdio: ['ignore', 'pipe', 'pipe'] })
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
        : reject(new Error(`${command} ${words.join(' ')}: ${errors.trim() || code}`)),
    )
  })
}

/** Waits until a service has its name on the bus; the bus itself tells, through a call that waits for an answer. */
async function owned(name: string, env: Record<string, string>) {
  const ask = [
    '--session',
    '--print-reply=literal',
    '--dest=org.freedesktop.DBus',
    '/',
    'org.freedesktop.DBus.NameHasOwner',
    `string:${name}`,
  ]
  for (let tries = 0; tries < 200; tries++) {
    if ((await output('dbus-send', ask, env)).includes('true')) return
    await new Promise((resolve) => setTimeout(resolve, 25))
  }
  throw new Error(`${name} did not come up`)
}

function firstLine(stream: Readable | null): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = ''
    stream?.on('data', (data) => {
      text += data
      const end = text.indexOf('\n')
      if (end >= 0) resolve(text.slice(0, end))
    })
    stream?.once('end', () => reject(new Error('ended before it was ready')))
  })
}

export function ended(child: ChildProcess, signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve()
  return new Promise((resolve) => {
    child.once('exit', () => resolve())
    child.kill(signal)
  })
}
