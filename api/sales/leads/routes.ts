import type { OpenAPIHono } from '@hono/zod-openapi'
import { leads } from '@salonback/shared/sales/leads/contract.ts'
import { cleanNumber, LEAD_CONSENT } from '@salonback/shared/sales/leads/rules.ts'
import { isReadable, typedNumber } from '@salonback/shared/sms/phone.ts'
import { queuePublicText } from '../../core/publicTexts/gate.ts'
import { recordConsent } from '../../core/suppressions/ledger.ts'
import type { CallContext, Deps } from '../../deps.ts'
import type { Sql } from '../../platform/db/open.ts'
import { retryOnDeadlock } from '../../platform/db/retryOnDeadlock.ts'
import { asJson } from '../../platform/http/json.ts'
import { serve } from '../../platform/http/serve.ts'
import { detailsTo, sendDetails } from './details.ts'
import { findLeads, saveLead, setWithheld } from './queries.ts'

// One answer for new, known, untextable and spam submissions: it must not reveal which numbers we have.
const thanks = { message: 'Thank you! The details are on their way to your phone.' }

/** The form accepts numbers that nothing can be sent to. Depends on the digits alone, so it does not reveal which numbers we have. */
const unreadable = {
  message: 'Thank you! If no text arrives, please check your number and its country, and send it again.',
}

export function leadsRoutes(app: OpenAPIHono, deps: Deps): void {
  serve(app, deps, 'leads', leads, {
    async submit({ mobileNumber, country, website }, context) {
      if (website) return thanks
      const phone = typedNumber(mobileNumber, country || context.country)
      await retryOnDeadlock(context.sql, (open) => saveSubmission(open, context, { mobileNumber, phone }))
      return phone && isReadable(phone) ? thanks : unreadable
    },
    list: async (_, { sql, http }) => asJson(http, await findLeads(sql)),
    sendDetails: ({ ids }, context) => sendDetails(ids, context),
  })
}

interface Submission {
  mobileNumber: string
  /** E.164; null when the input is no phone number. */
  phone: string | null
}

/** Stores lead, consent and details text (or the reason why it was withheld) in one transaction. */
async function saveSubmission(sql: Sql, context: CallContext, { mobileNumber, phone }: Submission) {
  const now = context.clock()
  const number = phone ?? cleanNumber(mobileNumber)
  const id = await saveLead(sql, number, now)
  const consent = { change: 'request', source: 'lead form', wording: LEAD_CONSENT } as const
  await recordConsent(sql, { phone: number, at: now, ...consent })
  if (!phone) return setWithheld(sql, id, 'number')
  const text = { ...detailsTo(context.env, { id, phone }), kind: 'details', carriesLink: true, now } as const
  await setWithheld(sql, id, await queuePublicText(sql, context, text, context.address))
}
