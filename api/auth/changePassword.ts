import type { auth } from '@salonback/shared/auth/contract.ts'
import { audit } from '../db/audit.ts'
import { inTransaction } from '../db/open.ts'
import { endOtherSessions } from '../http/access.ts'
import { AppError } from '../http/errors.ts'
import type { RunLimited } from '../http/limitConcurrency.ts'
import type { CallContext, Handlers } from '../http/serve.ts'
import { maskName } from './names.ts'
import { hashPassword, isPassword } from './passwords.ts'
import { type Account, findAccount, replacePassword } from './queries.ts'
import { passwordRule } from './strength.ts'
import { clearAttempts, reserveAttempts, staffAttempts } from './throttle.ts'

const refuse = (field: 'password' | 'newPassword', message: string) =>
  new AppError('invalid', message, { fields: { [field]: message } })

const notYours = () => refuse('password', 'This is not your password.')

/** Whoever finds a console open must not change how its owner logs in. */
export async function requirePassword(
  password: string,
  { sql, actor, clock, rejections, http }: CallContext,
  inTurn: RunLimited,
): Promise<Account> {
  const tries = staffAttempts(actor)
  await reserveAttempts(sql, tries, clock())
  const account = await findAccount(sql, actor.username)
  if (!(await inTurn(() => isPassword(password, account?.passwordHash))) || !account) {
    rejections.record(http, 'login', { username: maskName(actor.username) })
    throw notYours()
  }
  await clearAttempts(sql, tries)
  return account
}

/** An admin's change of their own password. Hashing runs under the limit of known browsers. */
export const passwordCalls = (inTurn: RunLimited): Pick<Handlers<typeof auth>, 'changePassword'> => ({
  async changePassword({ password, newPassword }, context) {
    const { sql, env, actor, http } = context
    const account = await requirePassword(password, context, inTurn)
    if (newPassword === password) throw refuse('newPassword', 'This is the password you have now.')
    const fault = (await passwordRule())(newPassword, actor.username)
    if (fault) throw refuse('newPassword', `This password ${fault}.`)
    const hash = await inTurn(() => hashPassword(newPassword))
    await inTransaction(sql, async (open) => {
      // The command line may have set another one meanwhile, and that one counts.
      if (!(await replacePassword(open, actor.id, { old: account.passwordHash, hash }))) throw notYours()
      await endOtherSessions(http, open, env, actor.id)
      await audit(open, { actor: actor.username, action: 'password.change' })
    })
    return { message: 'Your password is changed' }
  },
})
