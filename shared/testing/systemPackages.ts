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

/** Debian packages that the tests need, each with a check for a command or file of it. */
const isInstalled: Record<string, () => boolean> = {
  'chromium-headless-shell': () => onPath('chromium-headless-shell'),
  // The desktop app's environment: screen, session bus, keyring, notifications.
  xvfb: () => onPath('Xvfb'),
  // Installs the machine id that programs on the bus need.
  dbus: () => onPath('dbus-run-session'),
  'dbus-daemon': () => onPath('dbus-daemon'),
  'dbus-bin': () => onPath('dbus-monitor') && onPath('dbus-send'),
  'gnome-keyring': () => onPath('gnome-keyring-daemon'),
  'libsecret-tools': () => onPath('secret-tool'),
  dunst: () => onPath('dunst') && onPath('dunstctl'),
  openssl: () => onPath('openssl'),
  // A pooler in front of Postgres.
  pgbouncer: () => existsSync('/usr/sbin/pgbouncer'),
  // The reverse proxies of api/deploy.
  caddy: () => onPath('caddy'),
  nginx: () => onPath('nginx') || existsSync('/usr/sbin/nginx'),
  // Libraries that Electron links.
  'libgtk-3-0': () => hasLibrary('libgtk-3.so.0'),
  libnss3: () => hasLibrary('libnss3.so'),
  libgbm1: () => hasLibrary('libgbm.so.1'),
  libasound2: () => hasLibrary('libasound.so.2'),
  libnotify4: () => hasLibrary('libnotify.so.4'),
  // To compile the keyring's native module.
  'libsecret-1-dev': () => existsSync('/usr/include/libsecret-1/libsecret/secret.h'),
  'pkg-config': () => onPath('pkg-config'),
  'g++': () => onPath('g++'),
  make: () => onPath('make'),
  python3: () => onPath('python3'),
}

const missing = () => Object.entries(isInstalled).flatMap(([name, check]) => (check() ? [] : [name]))

/**
 * Installs missing system packages that the tests need. Without root or apt it throws an Error with the command to run;
 * tests are never skipped.
 */
export function ensureSystemPackages(): void {
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

function run([command = '', ...args]: string[]) {
  const { status } = spawnSync(command, args, {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  })
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} failed`)
}
