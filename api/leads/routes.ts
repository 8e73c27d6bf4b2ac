import type { OpenAPIHono } from '@hono/zod-openapi'
import { leads } from '@salonback/shared/leads/contract.ts'
import { cleanNumber, LEAD_CONSENT } from '@salonback/shared/leads/rules.ts'
import { landingLink } from '@salonback/shared/messages/link.ts'
import { detailsText } from '@salonback/shared/messages/texts.ts'
import { toE164 } from '@salonback/shared/phone.ts'
import { inTransaction, type Sql } from '../db/open.ts'
import type { Deps } from '../deps.ts'
import { serve } from '../http/serve.ts'
import { recordConsent } from '../messages/consent.ts'
import { queueText } from '../messages/outbox.ts'
import { findLeads, saveLead } from './queries.ts'

// The same words for a new number, a known one and a machine's: the answer tells nobody whose number we hold.
const thanks = { message: 'Thank you! The details are on their way to your phone.' }

export function leadsRoutes(app: OpenAPIHono, deps: Deps): void {
  serve(app, deps, 'leads', leads, {
    async submit({ mobileNumber, country, website }, { sql, env, clock, country: visitors }) {
      if (website) return thanks
      const phone = toE164(mobileNumber, country || visitors)
      const link = phone && landingLink(env.PUBLIC_URL, phone)
      await inTransaction(sql, (open) => take(open, { mobileNumber, phone, link, now: clock() }))
      return thanks
    },
    list: (_, { sql }) => findLeads(sql),
  })
}

interface Submission {
  mobileNumber: string
  /** E.164; null where none can be made of what was typed, and then nothing can be sent. */
  phone: string | null
  link: string | null
  now: Date
}

/** Lead, consent and details text stand or fall together. */
async function take(sql: Sql, { mobileNumber, phone, link, now }: Submission) {
  const number = phone ?? cleanNumber(mobileNumber)
  const id = await saveLead(sql, number, now)
  await recordConsent(sql, {
    phone: number,
    at: now,
    change: 'request',
    source: 'lead form',
    wording: LEAD_CONSENT,
  })
  if (!phone || !link) return
  await queueText(sql, {
    kind: 'details',
    phone,
    body: detailsText(link),
    cause: `details:${id}`,
    carriesLink: true,
    now,
  })
}
