import type { Sql } from '../db/open.ts'
import type { Env } from '../env.ts'
import { type CheckResult, mend, note, ok } from './checkResult.ts'

const of = 'Opt-outs'

/**
 * Whether TWILIO_HANDLES_OPT_OUT says what is so. The carrier's API does not tell, so it is read from what came: it marks
 * an opt-out that it answered itself, and refuses what we would send after it.
 */
export async function checkOptOut(sql: Sql, { TWILIO_HANDLES_OPT_OUT: told }: Env): Promise<CheckResult> {
  const [seen] = await sql<[{ marked: boolean; refused: boolean }]>`
    select exists (select 1 from messages where direction = 'inbound' and raw ? 'OptOutType') as marked,
      exists (select 1 from messages where kind = 'notice' and error_code = 21610) as refused`
  if (!told && (seen.marked || seen.refused)) {
    return mend(
      of,
      'the carrier answers STOP itself, and we would as well',
      'set TWILIO_HANDLES_OPT_OUT=true',
    )
  }
  if (told && !seen.marked) {
    return note(
      of,
      'the carrier is said to answer STOP, which its API does not tell',
      'send STOP from a phone of yours: one answer must come; none: set TWILIO_HANDLES_OPT_OUT=false',
    )
  }
  if (told) return ok(of, 'the carrier answers STOP, HELP and START, and we do not')
  return note(
    of,
    'we answer STOP, HELP and START',
    'the carrier must not: its default handling has to be off for this number',
  )
}
