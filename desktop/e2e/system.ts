import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { delimiter, join } from 'node:path'

const onPath = (command: string) =>
  (process.env.PATH ?? '').split(delimiter).some((folder) => existsSync(join(folder, command)))

const libraries = '/usr/lib'
const hasLibrary = (name: string) =>
  [libraries, ...readdirSync(libraries).map((folder) => join(libraries, folder))].some((folder) =>
    existsSync(join(folder, name)),
  )

/** What a desktop of our own is made of, by Debian's package and the sign that it is there. */
const needs: Record<string, () => boolean> = {
  xvfb: () => onPath('Xvfb'),
  'dbus-daemon': () => onPath('dbus-daemon'),
  'dbus-bin': () => onPath('dbus-monitor') && onPath('dbus-send'),
  'gnome-keyring': () => onPath('gnome-keyring-daemon'),
  'libsecret-tools': () => onPath('secret-tool'),
  dunst: () => onPath('dunst') && onPath('dunstctl'),
  openssl: () => onPath('openssl'),
  'libgtk-3-0': () => hasLibrary('libgtk-3.so.0'),
  libnss3: () => hasLibrary('libnss3.so'),
  libgbm1: () => hasLibrary('libgbm.so.1'),
  libasound2: () => hasLibrary('libasound.so.2'),
  libnotify4: () => hasLibrary('libnotify.so.4'),
}

const missing = () => Object.entries(needs).flatMap(([name, there]) => (there() ? [] : [name]))

/** Installs what is missing as root on Debian; else throws an Error with the command that would. Skips nothing. */
export function ensureDesktopParts() {
  const packages = missing()
  if (packages.length === 0) return
  const install = ['apt-get', 'install', '-y', '--no-install-recommends', ...packages]
  if (process.getuid?.() !== 0 || !onPath('apt-get')) {
    throw new Error(
      `The desktop tests need more of the system. Install it with:\n  sudo ${install.join(' ')}`,
    )
  }
  for (const words of [['apt-get', 'update', '-q'], install]) {
    const [command = '', ...rest] = words
    const { status } = spawnSync(command, rest, {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    })
    if (status !== 0) throw new Error(`${words.join(' ')} failed`)
  }
  if (missing().length > 0) throw new Error(`Still missing after installing: ${missing().join(', ')}`)
}
