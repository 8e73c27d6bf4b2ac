import type { Env } from '../env.ts'
import type { Sql } from '../platform/db/open.ts'
import { type CheckResult, note, ok, problem } from './checkResult.ts'

const subject = 'Opt-outs'

/**
 * Checks TWILIO_HANDLES_OPT_OUT. The carrier's API does not show it, so it is derived from received texts: Twilio marks
 * opt-outs that it answered and rejects later texts.
 */
export async function checkOptOut(
  sql: Sql,
  { TWILIO_HANDLES_OPT_OUT: configured }: Env,
): Promise<CheckResult> {
  const [seen] = await sql<[{ marked: boolean; refused: boolean }]>`
    select exists (select 1 from messages where direction = 'inbound' and raw ? 'OptOutType') as marked,
      exists (select 1 from messages where kind = 'notice' and error_code = 21610) as refused`
  if (!configured && (seen.marked || seen.refused)) {
    return problem(
      subject,
      'the carrier answers STOP, and so does this service',
      'set TWILIO_HANDLES_OPT_OUT=true',
    )
  }
  if (configured && !seen.marked) {
    return note(
      subject,
      'the settings say that the carrier answers STOP; its API cannot confirm it',
      'text STOP from your own phone; if no answer comes, set TWILIO_HANDLES_OPT_OUT=false',
    )
  }
  if (configured) return ok(subject, 'the carrier answers STOP, HELP and START; this service does not')
  return note(
    subject,
    'this service answers STOP, HELP and START',
    'turn off the default opt-out handling of the carrier for this number',
  )
}
