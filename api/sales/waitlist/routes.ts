import type { OpenAPIHono } from '@hono/zod-openapi'
import { INVALID_MOBILE } from '@salonback/shared/forms.ts'
import type { HandlerInput } from '@salonback/shared/platform/http/endpoint.ts'
import { storedConsent } from '@salonback/shared/sales/waitlist/codes.ts'
import { waitlist } from '@salonback/shared/sales/waitlist/contract.ts'
import { priorityLabel, priorityScore } from '@salonback/shared/sales/waitlist/priority.ts'
import { dialCodeFor, linkedNumber, WAITLIST_CONSENT } from '@salonback/shared/sales/waitlist/rules.ts'
import { typedNumber } from '@salonback/shared/sms/phone.ts'
import { waitlistAlertText } from '@salonback/shared/sms/texts.ts'
import { queueAlert } from '../../core/publicTexts/gate.ts'
import { findSetting } from '../../core/settings/queries.ts'
import { recordConsent } from '../../core/suppressions/ledger.ts'
import type { Deps } from '../../deps.ts'
import type { Env } from '../../env.ts'
import type { Sql } from '../../platform/db/open.ts'
import { retryOnDeadlock } from '../../platform/db/retryOnDeadlock.ts'
import { AppError } from '../../platform/http/errors.ts'
import { asJson } from '../../platform/http/json.ts'
import { serve } from '../../platform/http/serve.ts'
import { markSubmitted } from '../prospects/queries.ts'
import { findResponses, type NewResponse, saveResponse } from './queries.ts'

const message = 'Thank you for joining our waitlist!'

export function waitlistRoutes(app: OpenAPIHono, deps: Deps): void {
  serve(app, deps, 'waitlist', waitlist, {
    async submit(input, { sql, env, clock, country }) {
      if (input.website) return { id: crypto.randomUUID(), message }
      const response = responseOf(input, country, clock())
      const id = await retryOnDeadlock(sql, (open) => saveSubmission(open, env, response))
      return { id, message }
    },
    list: async (_, { sql, http, salons }) => asJson(http, await findResponses(sql, salons)),
  })
}

type Submission = HandlerInput<typeof waitlist.submit>

/** Converts a validated submission; its codes are known to be valid. Refuses a number that cannot exist. */
function responseOf(input: Submission, country: string, now: Date): NewResponse {
  const phone = typedNumber(input.mobileNumber, country)
  if (!phone) throw new AppError('invalid', INVALID_MOBILE, { fields: { mobileNumber: INVALID_MOBILE } })
  const linked = linkedNumber(input.mobile ?? null, dialCodeFor(country))
  return {
    mobileNumber: phone,
    phone,
    linkedPhone: linked && typedNumber(linked.dialCode + linked.digits),
    email: input.email?.trim() || null,
    customerCount: input.customerCount as NewResponse['customerCount'],
    mobileNumbersCount: input.mobileNumbersCount as NewResponse['mobileNumbersCount'],
    avgSpend: input.avgSpend as NewResponse['avgSpend'],
    hasMarketingConsent: storedConsent(input.hasMarketingConsent as NewResponse['hasMarketingConsent']),
    hardestPartText: input.hardestPartText.trim(),
    consentAgreed: input.consentAgreed,
    usesSalonSoftware: input.usesSalonSoftware ?? null,
    salonSoftwareName: input.salonSoftwareName ?? null,
    triedSmsMarketing: input.triedSmsMarketing ?? null,
    usedOffers: input.usedOffers ?? null,
    motivatingOfferText: input.motivatingOfferText ?? null,
    currentRebookRate: input.currentRebookRate ?? null,
    desiredRebookRate: input.desiredRebookRate ?? null,
    magicWandText: input.magicWandText ?? null,
    whenToStart: input.whenToStart ?? null,
    submittedAt: now,
  }
}

/** Stores response, prospect status, consent and alert in one transaction. */
async function saveSubmission(sql: Sql, env: Env, response: NewResponse): Promise<string> {
  const { phone, linkedPhone, submittedAt: now } = response
  const id = await saveResponse(sql, response)
  const phones = [phone, linkedPhone].filter((number) => number !== null)
  if (phones.length > 0) await markSubmitted(sql, phones, now)
  const consent = { change: 'request', source: 'waitlist form', wording: WAITLIST_CONSENT } as const
  await recordConsent(sql, { phone: phone ?? response.mobileNumber, at: now, ...consent })
  if (env.ALERT_SMS_NUMBER && (await findSetting(sql, 'waitlist_sms_enabled')) === 'true') {
    const body = waitlistAlertText(summaryOf(response))
    await queueAlert(sql, env, { body, dedupeKey: `alert:${id}`, now })
  }
  return id
}

/** Uses codes: the dash in the labels would force UCS-2 and double the price. */
const summaryOf = (response: NewResponse) =>
  `${priorityLabel(priorityScore(response))} priority, ${response.mobileNumbersCount} numbers`
