import type { Sql } from '../db/open.ts'
import type { Env } from '../env.ts'
import { type CheckResult, mend, note, ok } from './checkResult.ts'

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
    return mend(
      subject,
      'the carrier answers STOP itself, and we would as well',
      'set TWILIO_HANDLES_OPT_OUT=true',
    )
  }
  if (configured && !seen.marked) {
    return note(
      subject,
      'the carrier is said to answer STOP, which its API does not tell',
      'send STOP from a phone of yours: one answer must come; none: set TWILIO_HANDLES_OPT_OUT=false',
    )
  }
  if (configured) return ok(subject, 'the carrier answers STOP, HELP and START, and we do not')
  return note(
    subject,
    'we answer STOP, HELP and START',
    'the carrier must not: its default handling has to be off for this number',
  )
}
