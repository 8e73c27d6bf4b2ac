import type { AccountClient } from '../core/messages/twilio.ts'
import type { Env } from '../env.ts'
import type { Sql } from '../platform/db/open.ts'
import { type CheckResult, note, ok, problem, shortMessage, statusOf } from './checkResult.ts'
import { checkOptOut } from './optOutCheck.ts'
import { checkSenders } from './senderChecks.ts'

interface DoctorContext {
  sql: Sql
  env: Env
  fix: boolean
}

/** Checks everything at the carrier that its API shows. */
export async function checkCarrier(
  client: AccountClient | null,
  { sql, env, fix }: DoctorContext,
): Promise<CheckResult[]> {
  if (!client) {
    const message = 'no account: texts go to the simulated phone network, or wait'
    const instruction = 'set TWILIO_ACCOUNT_SID, TWILIO_AUTH_TOKEN and a sender'
    return [(env.NODE_ENV === 'production' ? problem : note)('Carrier', message, instruction)]
  }
  const account = await accountLine(client, env)
  if (account.state === 'fix') return [account]
  const senders = await checkSenders(client, { sql, env, fix })
  return [account, ...senders, await checkOptOut(sql, env), await countriesLine(client, env)]
}

async function accountLine(
  client: AccountClient,
  { TWILIO_ACCOUNT_SID: sid = '' }: Env,
): Promise<CheckResult> {
  const subject = 'Carrier account'
  try {
    const { status, type } = await client.api.v2010.accounts(sid).fetch()
    if (status !== 'active')
      return problem(subject, `its status is ${status}`, 'find the reason in the console of the carrier')
    if (type === 'Trial')
      return problem(
        subject,
        'a trial account, which can text only verified numbers',
        'upgrade it at the carrier',
      )
    return ok(subject, 'active, with valid credentials')
  } catch (error) {
    if (statusOf(error) === 401)
      return problem(
        subject,
        'the credentials are rejected',
        'set TWILIO_ACCOUNT_SID and TWILIO_AUTH_TOKEN (the primary token) from the console of the carrier',
      )
    return problem(
      subject,
      `no answer: ${shortMessage(error)}`,
      'check that this machine can reach the internet, then try again',
    )
  }
}

/** Checks the geo permissions: the carrier rejects texts to other countries (21408). */
async function countriesLine(client: AccountClient, { SEND_COUNTRIES }: Env): Promise<CheckResult> {
  const subject = 'Countries'
  const { permissions } = await client.accounts.v1.messagingGeopermissions.fetch()
  const open = openCountries(permissions)
  if (!open)
    return note(
      subject,
      'the geo permissions cannot be read',
      `check Messaging Geo permissions at the carrier for ${SEND_COUNTRIES.join(', ')}`,
    )
  const shut = SEND_COUNTRIES.filter((country) => !open.has(country))
  if (shut.length === 0) return ok(subject, `${SEND_COUNTRIES.join(', ')} are enabled`)
  return problem(
    subject,
    `${shut.join(', ')} ${shut.length === 1 ? 'is' : 'are'} not enabled`,
    'enable them under Messaging Geo permissions at the carrier',
  )
}

/** Null for an unknown response shape; the SDK does not validate it. */
function openCountries(permissions: unknown): Set<string> | null {
  if (!Array.isArray(permissions)) return null
  const rows = permissions as { country_code?: unknown; enabled?: unknown }[]
  if (rows.some((row) => typeof row?.country_code !== 'string' || typeof row.enabled !== 'boolean'))
    return null
  return new Set(
    rows.flatMap(({ country_code, enabled }) => (enabled ? [String(country_code).toUpperCase()] : [])),
  )
}
