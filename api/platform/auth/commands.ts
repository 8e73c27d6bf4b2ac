import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { CommandError, type CommandInput, required } from '../../command.ts'
import { systemActor } from '../db/actor.ts'
import { audit } from '../db/audit.ts'
import { inTransaction, type Sql } from '../db/open.ts'
import { randomPassword } from './firstAdmin.ts'
import { findLookAlike, nameFault } from './names.ts'
import { hashPassword } from './passwords.ts'
import {
  addAdmin,
  disableAdmin,
  findAdmins,
  lockUsernames,
  resetSecondFactor,
  setPassword,
} from './queries.ts'
import { passwordRule } from './strength.ts'

const MUST_CHANGE = 'The first login with it asks for a new password.'

/** `npm run admin -- add NAME` */
export async function addByCommand(command: CommandInput): Promise<void> {
  const { sql, argument, options, print } = command
  const username = required(argument, 'NAME')
  const fault = nameFault(username)
  if (fault) throw new CommandError(`This name ${fault}`)
  const role = options.agent ? 'agent' : 'admin'
  const { password, generated } = await newPassword(command, username)
  const hash = await hashPassword(password)
  await audited({ sql, action: 'admin.add', username }, async (open) => {
    const alike = findLookAlike(username, await lockUsernames(open))
    if (alike) throw new CommandError(`This name looks like the account ${alike}. Choose another`)
    const id = await addAdmin(open, username, { role, password: { hash, own: false } })
    if (!id) throw new CommandError(`There is already an account ${username}`)
  })
  print(generated ? `Added ${username}, password ${password}` : `Added ${username}`)
  print(MUST_CHANGE)
}

/** `npm run admin -- password NAME` */
export async function passwordByCommand(command: CommandInput): Promise<void> {
  const { sql, argument, print } = command
  const username = required(argument, 'NAME')
  const { password, generated } = await newPassword(command, username)
  const hash = await hashPassword(password)
  await audited({ sql, action: 'admin.password', username }, async (open) => {
    if (!(await setPassword(open, username, { hash, own: false }))) throw unknownAdmin(username)
  })
  print(generated ? `New password of ${username}: ${password}` : `New password set for ${username}`)
  print(MUST_CHANGE)
}

/** `npm run admin -- disable NAME` */
export async function disableByCommand({ sql, argument, print }: CommandInput): Promise<void> {
  const username = required(argument, 'NAME')
  await audited({ sql, action: 'admin.disable', username }, async (open) => {
    const outcome = await disableAdmin(open, username, new Date())
    if (outcome === 'unknown') throw unknownAdmin(username)
    if (outcome === 'last') throw new CommandError(`${username} is the last admin; add another one first`)
  })
  print(`${username} is locked out`)
}

/** `npm run admin -- reset-second-factor NAME` */
export async function resetFactorByCommand({ sql, argument, print }: CommandInput): Promise<void> {
  const username = required(argument, 'NAME')
  await audited({ sql, action: 'second-factor.reset', username }, async (open) => {
    const outcome = await resetSecondFactor(open, username)
    if (outcome === 'unknown') throw unknownAdmin(username)
    if (outcome === 'none') throw new CommandError(`${username} has no second factor`)
  })
  print(`${username} logs in with the password alone until a second factor is set up again`)
}

/** `npm run admin -- list` */
export async function listByCommand({ sql, print }: CommandInput): Promise<void> {
  for (const { username, role, createdAt, disabled, secondFactor } of await findAdmins(sql)) {
    const marks = [disabled && 'disabled', secondFactor && 'second factor'].filter(Boolean)
    print([username, role, `since ${createdAt.slice(0, 10)}`, ...marks].join('\t'))
  }
}

const unknownAdmin = (username: string) => new CommandError(`There is no account ${username}`)

/** Runs a change of an admin and its audit entry in one transaction. */
function audited(
  { sql, action, username }: Pick<CommandInput, 'sql'> & { action: string; username: string },
  change: (open: Sql) => Promise<void>,
): Promise<void> {
  return inTransaction(sql, async (open) => {
    await change(open)
    await audit(open, { actor: systemActor('command line'), action, subject: username })
  })
}

/** From standard input or a hidden prompt; generated when there is no terminal or the answer is empty. */
async function newPassword(
  { options, input }: CommandInput,
  username: string,
): Promise<{ password: string; generated: boolean }> {
  const typed = options['password-stdin']
    ? (await text(input)).replace(/\r?\n$/, '')
    : input.isTTY
      ? await askHidden(input, 'Password (empty: generate one): ')
      : ''
  if (!typed && !options['password-stdin']) return { password: randomPassword(), generated: true }
  const fault = (await passwordRule())(typed, username)
  if (fault) throw new CommandError(`This password ${fault}`)
  return { password: typed, generated: false }
}

async function askHidden(input: CommandInput['input'], question: string): Promise<string> {
  process.stdout.write(question)
  const discard = new Writable({ write: (_chunk, _encoding, done) => done() })
  const reader = createInterface({ input, output: discard, terminal: true })
  const answer = await reader.question('')
  reader.close()
  process.stdout.write('\n')
  return answer
}
