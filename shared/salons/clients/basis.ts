import { splitDialCode } from '../../sms/markets.ts'
import { localDate } from '../../sms/openHours.ts'
import { addMonths } from '../salons/days.ts'

/** Something a client, the owner or a list said about marketing texts. Never changed, only added to. */
export interface ConsentEvent {
  /**
   * `soft_opt_in`: the list's declaration says that clients knew of texts and could refuse. Otherwise none exists.
   * `listed_yes`: a yes on a list that the salon does not call a written agreement; it is no basis for texts.
   */
  kind: 'written_consent' | 'soft_opt_in' | 'listed_yes' | 'objection' | 'withdrawn'
  source: 'list' | 'join_page' | 'join_keyword' | 'staff' | 'owner'
  /** ISO 8601. */
  at: string
  /** Whether the evidence is a document that the client signed. */
  signed?: boolean
}

export interface Salon {
  country: 'GB' | 'IE' | 'US'
  timeZone: string
  /** The owner says that clients with written consent may be texted without a known last visit. */
  textsUnknownVisits?: boolean
}

/** What a client's basis depends on. */
export interface BasisFacts {
  /** E.164. */
  phone: string
  /** ISO code of the number's country; by default its dial code decides. */
  country?: string | undefined
  /** `2026-01-31`; null if unknown. */
  lastVisit: string | null
  consent: readonly ConsentEvent[]
}

export type ConsentBasis = 'objection' | 'written_consent' | 'soft_opt_in' | 'expired' | 'none'

/** How many months after the last visit soft opt-in lasts. Any other country requires written consent. */
const softOptInMonths: Readonly<Record<string, number>> = {
  // PECR regulation 22. The islands share the dial code +44.
  GB: 24,
  GG: 24,
  IM: 24,
  JE: 24,
  // SI 336/2011 regulation 13(11).
  IE: 12,
  // TCPA: prior express written consent only.
  US: 0,
}

/** Why a salon may text a client, or why not. The stricter country of salon and number decides. */
export function basisOf(client: BasisFacts, salon: Salon, now: Date): ConsentBasis {
  const refusedAt = latest(client.consent.filter(isRefusal))
  const consents = client.consent.filter((event) => isConsent(event) && timeOf(event) <= now.getTime())
  const written = consents.filter(({ kind }) => kind === 'written_consent')
  if (refusedAt !== null) {
    const renewed = written.some((event) => isOwnAct(event) && timeOf(event) > refusedAt)
    return renewed ? 'written_consent' : 'objection'
  }
  if (written.length > 0) return 'written_consent'
  return consents.length > 0 ? softOptIn(client, salon, now) : 'none'
}

function softOptIn({ phone, country, lastVisit }: BasisFacts, salon: Salon, now: Date): ConsentBasis {
  const numberCountry = country ?? splitDialCode(phone)?.market ?? ''
  const months = Math.min(softOptInMonths[salon.country] ?? 0, softOptInMonths[numberCountry] ?? 0)
  if (months === 0 || lastVisit === null) return 'none'
  return localDate(salon.timeZone, now) <= addMonths(lastVisit, months) ? 'soft_opt_in' : 'expired'
}

const isRefusal = ({ kind }: ConsentEvent) => kind === 'objection' || kind === 'withdrawn'

const isConsent = ({ kind }: ConsentEvent) => kind === 'written_consent' || kind === 'soft_opt_in'

/**
 * Whether the client gave this consent in person. Only that lifts an older objection: a list or a note of staff may
 * repeat what the client said before objecting.
 */
const isOwnAct = ({ source, signed }: ConsentEvent) =>
  source === 'join_page' || source === 'join_keyword' || signed === true

/** When the client last gave written consent in person; null: never. */
export const lastJoined = (consent: readonly ConsentEvent[]) =>
  consent
    .filter((event) => event.kind === 'written_consent' && isOwnAct(event))
    .map(({ at }) => at)
    .sort((a, b) => new Date(a).getTime() - new Date(b).getTime())
    .at(-1) ?? null

/** A refusal with an unreadable time counts as newer than any consent, a consent as never given. */
const timeOf = ({ at }: ConsentEvent) => new Date(at).getTime()

function latest(events: readonly ConsentEvent[]): number | null {
  if (events.length === 0) return null
  const times = events.map(timeOf)
  return times.some(Number.isNaN) ? Number.POSITIVE_INFINITY : Math.max(...times)
}
