import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { delimiter, join } from 'node:path'

const onPath = (command: string) =>
  (process.env.PATH ?? '').split(delimiter).some((folder) => existsSync(join(folder, command)))

const LIBRARIES = '/usr/lib'
const hasLibrary = (name: string) =>
  [LIBRARIES, ...readdirSync(LIBRARIES).map((folder) => join(LIBRARIES, folder))].some((folder) =>
    existsSync(join(folder, name)),
  )

/** What the tests stand on, by Debian's package and the command or file that shows it is there. */
const needs: Record<string, () => boolean> = {
  'chromium-headless-shell': () => onPath('chromium-headless-shell'),
  // A person's desktop: screen, session bus, keyring, notifications.
  xvfb: () => onPath('Xvfb'),
  // With it comes the machine's id, which programs on a bus ask for.
  dbus: () => onPath('dbus-run-session'),
  'dbus-daemon': () => onPath('dbus-daemon'),
  'dbus-bin': () => onPath('dbus-monitor') && onPath('dbus-send'),
  'gnome-keyring': () => onPath('gnome-keyring-daemon'),
  'libsecret-tools': () => onPath('secret-tool'),
  dunst: () => onPath('dunst') && onPath('dunstctl'),
  openssl: () => onPath('openssl'),
  // A pooler and a second, older Postgres before which, and on which, the service must run as well.
  pgbouncer: () => existsSync('/usr/sbin/pgbouncer'),
  'postgresql-15': () => existsSync('/usr/lib/postgresql/15/bin/postgres'),
  // What stands in front of the service where it is deployed.
  caddy: () => onPath('caddy'),
  nginx: () => onPath('nginx') || existsSync('/usr/sbin/nginx'),
  // What Electron is linked against.
  'libgtk-3-0': () => hasLibrary('libgtk-3.so.0'),
  libnss3: () => hasLibrary('libnss3.so'),
  libgbm1: () => hasLibrary('libgbm.so.1'),
  libasound2: () => hasLibrary('libasound.so.2'),
  libnotify4: () => hasLibrary('libnotify.so.4'),
  // The keyring's module is compiled here.
  'libsecret-1-dev': () => existsSync('/usr/include/libsecret-1/libsecret/secret.h'),
  'pkg-config': () => onPath('pkg-config'),
  'g++': () => onPath('g++'),
  make: () => onPath('make'),
  python3: () => onPath('python3'),
}

const missing = () => Object.entries(needs).flatMap(([name, isThere]) => (isThere() ? [] : [name]))

/**
 * Makes sure of the system packages the tests need: with root and apt they are installed, otherwise this throws an
 * Error with the command that would. Skips nothing.
 */
export function ensureSystem(): void {
  const packages = missing()
  if (packages.length === 0) return
  const install = ['apt-get', 'install', '-y', '--no-install-recommends', ...packages, 'fonts-liberation']
  if (process.getuid?.() !== 0 || !onPath('apt-get')) {
    throw new Error(`The tests need these system packages. Install them with:\n  sudo ${install.join(' ')}`)
  }
  process.stdout.write(`Installing for the tests: ${packages.join(', ')}\n`)
  run(['apt-get', 'update', '-q'])
  run(install)
  if (missing().length > 0) throw new Error(`Still missing after installing: ${missing().join(', ')}`)
}

function run([command = '', ...words]: string[]) {
  const { status } = spawnSync(command, words, {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  })
  if (status !== 0) throw new Error(`${command} ${words.join(' ')} failed`)
}
