import { open, writeFile } from 'node:fs/promises'
import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { toE164 } from '@salonback/shared/sms/phone.ts'
import { randomPassword } from './auth/firstAdmin.ts'
import { nameFault } from './auth/names.ts'
import { hashPassword } from './auth/passwords.ts'
import { addAdmin, disableAdmin, findAdmins, resetSecondFactor, setPassword } from './auth/queries.ts'
import { passwordRule } from './auth/strength.ts'
import { backupByCommand, restoreByCommand } from './backup/commands.ts'
import { BackupError } from './backup/format.ts'
import { audit } from './db/audit.ts'
import { startEmbedded } from './db/embedded.ts'
import { MigrationBlocked, migrate } from './db/migrate.ts'
import { type Database, inTransaction, openDatabase, usedByOthers } from './db/open.ts'
import { databaseFault } from './db/startupRetry.ts'
import { type DatabaseSetup, findSetup } from './db/survey.ts'
import { doctorByCommand } from './doctor/command.ts'
import { type Env, EnvError, processEnv } from './env.ts'
import { importExport } from './imports/import.ts'
import { maskNumbers } from './log.ts'
import { confirm, eraseByCommand, finishErasures } from './privacy/commands.ts'
import { ErasureRefused } from './privacy/erase.ts'
import { exportPerson } from './privacy/export.ts'
import { dropHashes, rotateKey, withPhoneKeys } from './privacy/keys.ts'

const usage = `npm run admin -- add NAME [--password-stdin]        a new admin; asks for a password, or makes one up
npm run admin -- password NAME [--password-stdin]   a new password; lets a disabled admin in again
npm run admin -- disable NAME                       locks an admin out at once
npm run admin -- reset-second-factor NAME           logging in takes the password alone, for a phone that is lost
npm run admin -- list
npm run admin -- erase PHONE [--email A] [--yes]    erases everything held about a number; lists it and asks first
npm run admin -- erase --pending                    asks the carrier again to forget texts of erased people
npm run admin -- export PHONE [--email A] [--out F] everything held about a number, as JSON
npm run admin -- backup FILE                        everything there is, in one file, while the service runs
npm run admin -- restore FILE                       fills an empty database from it; nothing is sent until you say so
npm run admin -- doctor [--fix]                     looks at everything texts depend on; --fix sets the inbound webhook
npm run admin -- rotate-key                         puts what is left of erased numbers under a new key
npm run admin -- rotate-key --lost [--yes]          the key is lost: forgets who was erased
npm run demo-data [-- FILE]                         imports an export file; without one, invented salons
`

const actor = 'command line'
// Whoever typed it here, or read it here, knows it.
const next = 'The first login with it asks for a password of their own.'
const demoFile = fileURLToPath(new URL('imports/demo-salons.json', import.meta.url))

/** An error whose message is meant for the user; any other error is a defect and shows its stack. */
class CommandError extends Error {}

interface Call {
  sql: Database
  setup: DatabaseSetup
  env: Env
  /** What follows the command's own name. */
  given: string | undefined
  options: {
    'password-stdin'?: boolean
    out?: string
    lost?: boolean
    yes?: boolean
    pending?: boolean
    fix?: boolean
    email?: string[]
  }
}

const commands: Record<string, (call: Call) => Promise<void>> = {
  async add({ sql, given, options }) {
    const username = required(given, 'NAME')
    const fault = nameFault(username)
    if (fault) throw new CommandError(`This name ${fault}`)
    const { password, madeUp } = await newPassword(options, username)
    const passwordHash = await hashPassword(password)
    await inTransaction(sql, async (open) => {
      const id = await addAdmin(open, username, { hash: passwordHash, own: false })
      if (!id) throw new CommandError(`There is already an admin ${username}`)
      await audit(open, { actor, action: 'admin.add', subject: username })
    })
    print(madeUp ? `Added ${username}, password ${password}` : `Added ${username}`)
    print(next)
  },
  async password({ sql, given, options }) {
    const username = required(given, 'NAME')
    const { password, madeUp } = await newPassword(options, username)
    const passwordHash = await hashPassword(password)
    await inTransaction(sql, async (open) => {
      const found = await setPassword(open, username, { hash: passwordHash, own: false })
      if (!found) throw new CommandError(`There is no admin ${username}`)
      await audit(open, { actor, action: 'admin.password', subject: username })
    })
    print(madeUp ? `New password of ${username}: ${password}` : `New password set for ${username}`)
    print(next)
  },
  async disable({ sql, given }) {
    const username = required(given, 'NAME')
    await inTransaction(sql, async (open) => {
      if (!(await disableAdmin(open, username, new Date()))) {
        throw new CommandError(`There is no admin ${username}`)
      }
      await audit(open, { actor, action: 'admin.disable', subject: username })
    })
    print(`${username} is locked out`)
  },
  async 'reset-second-factor'({ sql, given }) {
    const username = required(given, 'NAME')
    await inTransaction(sql, async (open) => {
      const outcome = await resetSecondFactor(open, username)
      if (outcome === 'unknown') throw new CommandError(`There is no admin ${username}`)
      if (outcome === 'none') throw new CommandError(`${username} has no second factor`)
      await audit(open, { actor, action: 'second-factor.reset', subject: username })
    })
    print(`${username} logs in with the password alone until a second factor is set up again`)
  },
  async list({ sql }) {
    for (const { username, createdAt, disabled, secondFactor } of await findAdmins(sql)) {
      const marks = [disabled && 'disabled', secondFactor && 'second factor'].filter(Boolean)
      print([username, `since ${createdAt.slice(0, 10)}`, ...marks].join('\t'))
    }
  },
  erase({ sql, env, given, options }) {
    if (options.pending) return finishErasures({ sql, env, print })
    const { email: emails = [], yes = false } = options
    return eraseByCommand({ sql, env, phone: phoneOf(given, env), emails, yes, print })
  },
  async export({ sql, env, given, options }) {
    const request = { phone: phoneOf(given, env), emails: options.email ?? [], now: new Date() }
    const json = `${JSON.stringify(await exportPerson(sql, request), null, 2)}\n`
    if (!options.out) return void process.stdout.write(json)
    await writeFile(options.out, json, { mode: 0o600 })
    print(`Written to ${options.out}`)
  },
  backup: ({ sql, env, given }) => backupByCommand({ sql, env, path: required(given, 'FILE'), print }),
  restore: ({ sql, env, given }) => restoreByCommand({ sql, env, path: required(given, 'FILE'), print }),
  async doctor({ sql, setup, env, options }) {
    const well = await doctorByCommand({ sql, setup, env, fix: options.fix ?? false, print })
    if (!well) process.exitCode = 1
  },
  async 'rotate-key'({ sql, env, options }) {
    if (options.lost) {
      await confirm('Forget who was erased? They may be texted again.', options.yes ?? false)
      const dropped = await dropHashes(sql)
      return print(`${numbers(dropped)} of erased people forgotten: they may be texted again.`)
    }
    await withPhoneKeys(sql, env)
    if (!env.PHONE_HASH_KEY && (await usedByOthers(sql))) {
      throw new CommandError('Stop the service first: it reads its key file when it starts')
    }
    print(`${numbers(await rotateKey(sql, env))} of erased people under the new key.`)
  },
  async 'demo-data'({ sql, given }) {
    const path = given ?? demoFile
    const refuse = (error: Error) => {
      throw new CommandError(`${path}: ${error.message}`)
    }
    const file = await open(path).catch(() => refuse(new Error('there is no such file to read')))
    const by = { id: null, username: actor }
    const summary = await importExport(sql, file.createReadStream(), by, new Date()).catch(refuse)
    const { recordsAdded, recordsDuplicated, recordsErrored } = summary
    print(`${recordsAdded} added, ${recordsDuplicated} duplicated, ${recordsErrored} errored`)
  },
}

/** They take the database as it is: a backup before an upgrade must not be the upgrade. */
const unmigrated = ['backup', 'restore', 'doctor']

function required(given: string | undefined, name: string): string {
  if (!given?.trim()) throw new CommandError(`${name} is missing\n\n${usage}`)
  return given.trim()
}

function phoneOf(given: string | undefined, env: Env): string {
  const phone = toE164(required(given, 'PHONE'), env.DEFAULT_COUNTRY)
  if (!phone)
    throw new CommandError('This is no phone number; give it with its country code, like +447700900123')
  return phone
}

/** From standard input, from a prompt that shows nothing, or made up where nobody can be asked. */
async function newPassword(
  options: Call['options'],
  username: string,
): Promise<{ password: string; madeUp: boolean }> {
  const typed = options['password-stdin']
    ? (await text(process.stdin)).replace(/\r?\n$/, '')
    : process.stdin.isTTY
      ? await askHidden('Password (empty: one is made up): ')
      : ''
  if (!typed && !options['password-stdin']) return { password: randomPassword(), madeUp: true }
  const fault = (await passwordRule())(typed, username)
  if (fault) throw new CommandError(`This password ${fault}`)
  return { password: typed, madeUp: false }
}

async function askHidden(question: string): Promise<string> {
  process.stdout.write(question)
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() })
  const reader = createInterface({ input: process.stdin, output: nowhere, terminal: true })
  const answer = await reader.question('')
  reader.close()
  process.stdout.write('\n')
  return answer
}

const numbers = (count: number) => (count === 1 ? '1 number' : `${count} numbers`)
const print = (line: string) => void process.stdout.write(`${line}\n`)

async function main() {
  const { values: options, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      'password-stdin': { type: 'boolean' },
      out: { type: 'string' },
      lost: { type: 'boolean' },
      yes: { type: 'boolean' },
      pending: { type: 'boolean' },
      fix: { type: 'boolean' },
      email: { type: 'string', multiple: true },
    },
  })
  const [name = '', given] = positionals
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (!command) throw new CommandError(usage)
  const env = processEnv()
  await withDatabase(env, !unmigrated.includes(name), (sql, setup) =>
    command({ sql, setup, env, given, options }),
  )
}

/** The database of the settings: the embedded one is started for the command where no server runs it already. */
async function withDatabase(
  env: Env,
  migrates: boolean,
  steps: (sql: Database, setup: DatabaseSetup) => Promise<void>,
): Promise<void> {
  const embedded = env.DATABASE_URL ? null : await startEmbedded({ dataDir: env.DATA_DIR })
  const setup = await findSetup(env, embedded)
  const { url, pooled } = setup
  const sql = openDatabase(url, { max: 2, pooled })
  try {
    if (migrates) await migrate(sql, print)
    await steps(sql, setup)
  } finally {
    // A service that was started while the command ran has taken the database over, and goes on with it.
    const shared = await usedByOthers(sql).catch(() => false)
    await sql.end({ timeout: 5 })
    if (!shared) await embedded?.stop()
  }
}

const isArgumentError = (error: unknown) =>
  error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS')

main().catch((error: unknown) => {
  const plain =
    [CommandError, MigrationBlocked, EnvError, ErasureRefused, BackupError].some(
      (kind) => error instanceof kind,
    ) || isArgumentError(error)
  process.stderr.write(
    `${plain ? (error as Error).message : maskNumbers(databaseFault(error) ?? (error instanceof Error ? (error.stack ?? '') : String(error)))}\n`,
  )
  process.exitCode = 1
})
