import type { auth } from '@salonback/shared/platform/auth/contract.ts'
import { audit } from '../db/audit.ts'
import { inTransaction } from '../db/open.ts'
import { endOtherSessions } from '../http/access.ts'
import { AppError } from '../http/errors.ts'
import type { RunLimited } from '../http/limitConcurrency.ts'
import type { Handlers, PlatformCall } from '../http/serve.ts'
import { maskName } from './names.ts'
import { hashPassword, isPassword } from './passwords.ts'
import { type Account, findAccount, replacePassword } from './queries.ts'
import { passwordRule } from './strength.ts'
import { clearAttempts, reserveAttempts, staffAttempts } from './throttle.ts'

const fieldError = (field: 'password' | 'newPassword', message: string) =>
  new AppError('invalid', message, { fields: { [field]: message } })

const wrongPassword = () => fieldError('password', 'This is not your password.')

/** Asks for the password again: a person at an unlocked console must not change how its owner logs in. */
export async function requirePassword(
  password: string,
  { sql, actor, clock, rejections, http }: PlatformCall,
  runLimited: RunLimited,
): Promise<Account> {
  const attempts = staffAttempts(actor)
  await reserveAttempts(sql, attempts, clock())
  const account = await findAccount(sql, actor.name)
  if (!(await runLimited(() => isPassword(password, account?.passwordHash))) || !account) {
    rejections.record(http, 'login', { username: maskName(actor.name) })
    throw wrongPassword()
  }
  await clearAttempts(sql, attempts)
  return account
}

/** Hashing counts against the limit of known browsers. */
export const passwordCalls = (runLimited: RunLimited): Pick<Handlers<typeof auth>, 'changePassword'> => ({
  async changePassword({ password, newPassword }, context) {
    const { sql, env, actor, http } = context
    const account = await requirePassword(password, context, runLimited)
    if (newPassword === password) throw fieldError('newPassword', 'This is the password you have now.')
    const fault = (await passwordRule())(newPassword, actor.name)
    if (fault) throw fieldError('newPassword', `This password ${fault}.`)
    const hash = await runLimited(() => hashPassword(newPassword))
    await inTransaction(sql, async (open) => {
      // A password set on the command line meanwhile must not be overwritten.
      if (!(await replacePassword(open, actor.id, { old: account.passwordHash, hash }))) throw wrongPassword()
      await endOtherSessions(http, open, env, actor.id)
      await audit(open, { actor, action: 'password.change' })
    })
    return { message: 'Your password is changed' }
  },
})
