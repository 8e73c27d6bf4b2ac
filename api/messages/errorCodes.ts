import { explain, FILTERED, optOutCodes, undeliverableCodes } from '@salonback/shared/sms/errorCodes.ts'
import { pauseUnwelcomeCampaign } from '../campaigns/watch.ts'
import type { Sql } from '../db/open.ts'
import { suppress } from './suppress.ts'

/** Applies an error code to the number: opt-out or undeliverable. Unknown codes change nothing. */
export async function applyErrorCode(
  sql: Sql,
  text: { id: string; phone: string },
  code: number | null,
  now: Date,
) {
  if (code === null) return
  if (optOutCodes.includes(code)) {
    const wording = explain(code) ?? ''
    await suppress(sql, { phone: text.phone, at: now, source: 'carrier', wording, messageId: text.id })
    await pauseUnwelcomeCampaign(sql, text.phone)
  }
  if (undeliverableCodes.includes(code)) {
    await sql`
      insert into undeliverable (phone, since, error_code, reason)
      values (${text.phone}, ${now}, ${code}, ${explain(code)}) on conflict (phone) do nothing`
  }
  if (code === FILTERED) await pauseUnwelcomeCampaign(sql, text.phone)
}
