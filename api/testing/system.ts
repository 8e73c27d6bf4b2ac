import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** What the browser and desktop walks stand on, by the command or file that shows it is there. */
const needs = [
  { package: 'chromium', there: () => onPath('chromium') },
  { package: 'xvfb', there: () => onPath('Xvfb') },
  { package: 'dbus', there: () => onPath('dbus-run-session') },
  { package: 'gnome-keyring', there: () => onPath('gnome-keyring-daemon') },
  { package: 'libsecret-tools', there: () => onPath('secret-tool') },
  { package: 'dunst', there: () => onPath('dunstctl') },
  { package: 'openssl', there: () => onPath('openssl') },
  { package: 'libsecret-1-dev', there: () => existsSync('/usr/include/libsecret-1/libsecret/secret.h') },
  { package: 'pkg-config', there: () => onPath('pkg-config') },
  { package: 'g++', there: () => onPath('g++') },
  { package: 'make', there: () => onPath('make') },
  { package: 'python3', there: () => onPath('python3') },
] as const

function onPath(command: string): boolean {
  return (process.env.PATH ?? '').split(delimiter).some((folder) => existsSync(join(folder, command)))
}

/**
 * Makes sure of the system parts the tests need. With root and apt they are installed; otherwise this throws
 * an Error that names the exact missing command. Nothing is skipped.
 */
export function ensureSystem(): void {
  const missing = needs.filter((need) => !need.there()).map((need) => need.package)
  if (missing.length === 0) return
  const install = ['apt-get', 'install', '-y', '--no-install-recommends', ...missing, 'fonts-liberation']
  if (process.getuid?.() !== 0 || !onPath('apt-get')) {
    throw new Error(`The tests need these system packages. Install them with:\n  sudo ${install.join(' ')}`)
  }
  process.stdout.write(`Installing for the tests: ${missing.join(', ')}\n`)
  run(['apt-get', 'update', '-q'])
  run(install)
  const still = needs.filter((need) => !need.there()).map((need) => need.package)
  if (still.length > 0) throw new Error(`Still missing after installing: ${still.join(', ')}`)
}

function run([command = '', ...words]: string[]) {
  const done = spawnSync(command, words, {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  })
  if (done.status !== 0) throw new Error(`${command} ${words.join(' ')} failed`)
}
