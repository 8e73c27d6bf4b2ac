import { timingSafeEqual } from 'node:crypto'
import type { auth } from '@salonback/shared/platform/auth/contract.ts'
import { audit } from '../db/audit.ts'
import { inTransaction, type Sql } from '../db/open.ts'
import { endOtherSessions } from '../http/access.ts'
import { AppError } from '../http/errors.ts'
import type { RunLimited } from '../http/limitConcurrency.ts'
import type { Handlers, PlatformCall } from '../http/serve.ts'
import { keysOf } from '../privacy/hash.ts'
import { requirePassword } from './changePassword.ts'
import {
  beginSecondFactor,
  deleteSecondFactor,
  enableSecondFactor,
  findRecoveryHashes,
  findSecondFactor,
  spendRecoveryCode,
  spendStep,
} from './queries.ts'
import { hashRecoveryCode, newRecoveryCodes, newRecoverySalt, readRecoveryCode } from './recovery.ts'
import { seal, unseal } from './sealed.ts'
import { base32, codeUri, newSecret, stepOfCode } from './totp.ts'

export const wrongCode = 'That code is not right. Wait for the next one and try again.'

/** An unconfirmed secret expires after this time. */
const SETUP_EXPIRES_MS = 10 * 60_000

/** A valid second factor: the app's code of a time step, or a recovery code. */
export type Proof = { kind: 'code'; step: number } | { kind: 'recovery'; hash: Buffer }

/** Checks the code; null when the account has no second factor. */
export async function readProof(
  { sql, env, clock, log }: Pick<PlatformCall, 'sql' | 'env' | 'clock' | 'log'>,
  adminId: string,
  code: string | undefined,
): Promise<Proof | 'missing' | 'wrong' | null> {
  const factor = await findSecondFactor(sql, adminId)
  if (!factor?.enabledAt) return null
  if (!code?.trim()) return 'missing'
  const secret = unseal(factor.secret, adminId, keysOf(env))
  if (!secret)
    log.error({ adminId }, 'PHONE_HASH_KEY is not the key that this second factor is encrypted with')
  const step = secret && stepOfCode(secret, code, clock())
  if (step) return { kind: 'code', step }
  if (!factor.recoverySalt || readRecoveryCode(code) === null) return 'wrong'
  const hash = await hashRecoveryCode(code, factor.recoverySalt)
  const hashes = await findRecoveryHashes(sql, adminId)
  return hashes.some((kept) => timingSafeEqual(kept, hash)) ? { kind: 'recovery', hash } : 'wrong'
}

/** Uses up the code; false when it was used before. */
export const spendProof = (sql: Sql, adminId: string, proof: Proof): Promise<boolean> =>
  proof.kind === 'code' ? spendStep(sql, adminId, proof.step) : spendRecoveryCode(sql, adminId, proof.hash)

type Calls = Pick<
  Handlers<typeof auth>,
  'secondFactor' | 'setUpSecondFactor' | 'enableSecondFactor' | 'disableSecondFactor'
>

/** Hashing counts against the limit of known browsers. */
export const secondFactorCalls = (runLimited: RunLimited): Calls => ({
  async secondFactor(_, { sql, actor }) {
    const factor = await findSecondFactor(sql, actor.id)
    if (!factor?.enabledAt) return { enabled: false, recoveryCodesLeft: 0 }
    return { enabled: true, recoveryCodesLeft: (await findRecoveryHashes(sql, actor.id)).length }
  },
  async setUpSecondFactor({ password }, context) {
    await requirePassword(password, context, runLimited)
    const { sql, env, actor, clock } = context
    const secret = newSecret()
    const begun = await beginSecondFactor(sql, actor.id, seal(secret, actor.id, keysOf(env)), clock())
    if (!begun) throw new AppError('conflict', 'The second factor is already on')
    return { secret: base32(secret), uri: codeUri(actor.name, secret) }
  },
  async enableSecondFactor({ code }, { sql, env, actor, clock, http }) {
    const factor = await findSecondFactor(sql, actor.id)
    if (!factor || factor.enabledAt || clock().getTime() - factor.begunAt.getTime() > SETUP_EXPIRES_MS) {
      throw new AppError('conflict', 'Please start again: there is no code to confirm')
    }
    const secret = unseal(factor.secret, actor.id, keysOf(env))
    const step = secret && stepOfCode(secret, code, clock())
    if (!step) throw new AppError('invalid', wrongCode, { fields: { code: wrongCode } })
    const recoveryCodes = newRecoveryCodes()
    const salt = newRecoverySalt()
    const hashes: Buffer[] = []
    for (const one of recoveryCodes) hashes.push(await runLimited(() => hashRecoveryCode(one, salt)))
    await inTransaction(sql, async (open) => {
      const enabled = await enableSecondFactor(open, actor.id, {
        secret: factor.secret,
        step,
        salt,
        hashes,
        now: clock(),
      })
      if (!enabled) throw new AppError('conflict', 'Please start again: there is no code to confirm')
      await endOtherSessions(http, open, env, actor.id)
      await audit(open, { actor, action: 'second-factor.enable' })
    })
    return { recoveryCodes }
  },
  async disableSecondFactor({ password }, context) {
    await requirePassword(password, context, runLimited)
    const { sql, env, actor, http } = context
    await inTransaction(sql, async (open) => {
      if (!(await deleteSecondFactor(open, actor.id))) return
      await endOtherSessions(http, open, env, actor.id)
      await audit(open, { actor, action: 'second-factor.disable' })
    })
    return { message: 'Login no longer asks for a code' }
  },
})
