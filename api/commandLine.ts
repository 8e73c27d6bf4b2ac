import { writeFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { errorMessage, errorStack } from '@salonback/shared/errorMessage.ts'
import { toE164 } from '@salonback/shared/sms/phone.ts'
import { type Command, CommandError, type CommandInput, type Console, required } from './command.ts'
import { confirm, eraseByCommand, finishErasures } from './core/erasure/commands.ts'
import { ErasureRefused } from './core/erasure/erase.ts'
import { restoreByCommand } from './core/restore/command.ts'
import { demoDataByCommand } from './demo/command.ts'
import { runDoctor } from './doctor/command.ts'
import { type Env, EnvError } from './env.ts'
import { maskNumbers } from './log.ts'
import {
  addByCommand,
  disableByCommand,
  listByCommand,
  passwordByCommand,
  resetFactorByCommand,
} from './platform/auth/commands.ts'
import { backupByCommand } from './platform/backup/commands.ts'
import { BackupError } from './platform/backup/format.ts'
import { chooseDatabase } from './platform/db/chooseDatabase.ts'
import { startEmbedded } from './platform/db/embedded.ts'
import { MigrationBlocked, migrate } from './platform/db/migrate.ts'
import { type Database, openDatabase, usedByOthers } from './platform/db/open.ts'
import { databaseFault } from './platform/db/startupRetry.ts'
import { exportPerson } from './platform/privacy/export.ts'
import { dropHashes, rotateKey, withPhoneKeys } from './platform/privacy/keys.ts'

/** Commands of `npm run admin -- NAME`, in the order of the usage. */
const commands: Record<string, Command> = {
  add: {
    usage: [
      [
        'NAME [--agent] [--password-stdin]',
        'adds an admin, or an agent; asks for a password or generates one',
      ],
    ],
    run: addByCommand,
  },
  password: {
    usage: [['NAME [--password-stdin]', 'sets a new password; enables a disabled account']],
    run: passwordByCommand,
  },
  disable: { usage: [['NAME', 'disables an account and ends its sessions']], run: disableByCommand },
  'reset-second-factor': {
    usage: [['NAME', 'removes the second factor of a person who lost the phone']],
    run: resetFactorByCommand,
  },
  list: { usage: [['', 'lists the accounts with their roles']], run: listByCommand },
  erase: {
    usage: [
      ['PHONE [--email A] [--yes]', 'erases everything stored about a number; lists it and asks first'],
      ['--pending', 'asks the carrier again to delete texts of erased people'],
    ],
    run({ sql, env, argument, options, print }) {
      if (options.pending) return finishErasures({ sql, env, print })
      const { email: emails = [], yes = false } = options
      return eraseByCommand({ sql, env, phone: parsePhone(argument, env), emails, yes, print })
    },
  },
  export: {
    usage: [['PHONE [--email A] [--out F]', 'exports everything stored about a number as JSON']],
    run: exportByCommand,
  },
  backup: {
    usage: [['FILE', 'writes the whole database to one file while the service runs']],
    // A backup made before an upgrade must keep the old schema.
    migrates: false,
    run: ({ sql, env, argument, print }) =>
      backupByCommand({ sql, env, path: required(argument, 'FILE'), print }),
  },
  restore: {
    usage: [['FILE', 'fills an empty database from a backup; sending stays stopped until you resume it']],
    migrates: false,
    run: ({ sql, env, argument, print }) =>
      restoreByCommand({ sql, env, path: required(argument, 'FILE'), print }),
  },
  doctor: {
    usage: [['[--fix]', 'checks everything texts depend on; --fix sets the inbound webhook']],
    migrates: false,
    run: ({ sql, env, options, print }) => runDoctor({ sql, env, fix: options.fix ?? false, print }),
  },
  'rotate-key': {
    usage: [
      ['', 'stores the hashes of erased numbers under a new key'],
      ['--lost [--yes]', 'deletes the hashes of erased numbers, because the key is lost'],
    ],
    run: rotateKeyByCommand,
  },
  'demo-data': {
    usage: [['[FILE]', 'imports an export file; without one, adds made-up salons, one with clients']],
    run: demoDataByCommand,
  },
}

function usageText(): string {
  const lines = Object.entries(commands).flatMap(([name, { usage }]) =>
    usage.map(([args, help]) => [`npm run admin -- ${name} ${args}`, help] as const),
  )
  const width = Math.max(...lines.map(([call]) => call.length))
  return lines.map(([call, help]) => `${call.padEnd(width)}  ${help}\n`).join('')
}

function parsePhone(argument: string | undefined, env: Env): string {
  const phone = toE164(required(argument, 'PHONE'), env.DEFAULT_COUNTRY)
  if (!phone)
    throw new CommandError('This is not a phone number. Give it with its country code, like +447700900123')
  return phone
}

async function exportByCommand({ sql, env, argument, options, print }: CommandInput): Promise<void> {
  const request = {
    phone: parsePhone(argument, env),
    emails: options.email ?? [],
    now: new Date(),
    keys: env,
  }
  const json = JSON.stringify(await exportPerson(sql, request), null, 2)
  if (!options.out) return print(json)
  await writeFile(options.out, `${json}\n`, { mode: 0o600 })
  print(`Written to ${options.out}`)
}

async function rotateKeyByCommand({ sql, env, options, print }: CommandInput): Promise<void> {
  const numbers = (count: number) => (count === 1 ? '1 number' : `${count} numbers`)
  if (options.lost) {
    await confirm(
      'Delete the hashes of erased numbers? These numbers may then be texted again.',
      options.yes ?? false,
    )
    return print(
      `${numbers(await dropHashes(sql))} deleted from the list of erased numbers. Texts to these numbers are possible again.`,
    )
  }
  await withPhoneKeys(sql, env)
  if (!env.PHONE_HASH_KEY && (await usedByOthers(sql))) {
    throw new CommandError('Stop the service first: it reads its key file when it starts')
  }
  print(`${numbers(await rotateKey(sql, env))} stored under the new key.`)
}

/** Runs `npm run admin -- WORDS`; prints failures with what to do about them. Returns the exit code. */
export async function runCommandLine(
  words: string[],
  readSettings: () => Env,
  console: Console,
): Promise<number> {
  try {
    return (await runCommand(words, readSettings, console)) ? 0 : 1
  } catch (error) {
    console.printError(
      isUserError(error) ? errorMessage(error) : maskNumbers(databaseFault(error) ?? errorStack(error)),
    )
    return 1
  }
}

/** False: the command has found problems. */
async function runCommand(words: string[], readSettings: () => Env, console: Console): Promise<boolean> {
  const { values: options, positionals } = parseArgs({
    args: words,
    allowPositionals: true,
    options: {
      'password-stdin': { type: 'boolean' },
      agent: { type: 'boolean' },
      out: { type: 'string' },
      lost: { type: 'boolean' },
      yes: { type: 'boolean' },
      pending: { type: 'boolean' },
      fix: { type: 'boolean' },
      email: { type: 'string', multiple: true },
    },
  })
  const [name = '', argument] = positionals
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (!command) throw new CommandError(`${name ? `Unknown command: ${name}\n\n` : ''}${usageText()}`)
  const env = readSettings()
  const migrates = command.migrates ?? true
  const result = await withDatabase(env, migrates, async (sql) =>
    command.run({ sql, env, argument, options, ...console }),
  )
  return result !== false
}

/**
 * Opens the database of the settings and migrates it on request; starts the embedded one for the command unless
 * a server runs it already.
 */
async function withDatabase<T>(
  env: Env,
  migrates: boolean,
  steps: (sql: Database) => Promise<T>,
): Promise<T> {
  const embedded = env.DATABASE_URL ? null : await startEmbedded({ dataDir: env.DATA_DIR })
  const sql = openDatabase(await chooseDatabase(env, embedded), { max: 2 })
  try {
    if (migrates) await migrate(sql)
    return await steps(sql)
  } finally {
    // A service started while the command ran may be using the database.
    const shared = await usedByOthers(sql).catch(() => false)
    await sql.end({ timeout: 5 })
    if (!shared) await embedded?.stop()
  }
}

/** Errors that are printed as their message alone, without a stack. */
const isUserError = (error: unknown) =>
  [CommandError, MigrationBlocked, EnvError, ErasureRefused, BackupError].some(
    (kind) => error instanceof kind,
  ) ||
  (error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS'))
