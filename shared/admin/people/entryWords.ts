import { kindLabels } from '../../core/inbox/delivery.ts'
import type { MessageKind } from '../../core/messages/text.ts'
import { formatDay } from '../../formats.ts'
import { bases } from '../../sales/firstTexts/contract.ts'
import type { ConsentEntry } from '../../salons/clients/contract.ts'
import { consentLabels, sourceLabels, visitLabels } from '../../salons/clients/labels.ts'
import type { VisitState } from '../../salons/visits/contract.ts'
import type { PersonEntry } from './contract.ts'

type Described = Pick<PersonEntry, 'kind' | 'state' | 'detail' | 'text'>

/** Label of a code, or the code if a newer server sends one that this screen does not know. */
const labelOf = (labels: Record<string, string>, code: string | null) => labels[code ?? ''] ?? code ?? ''

const received: Record<string, string> = {
  opt_out: 'Opted out by text',
  maybe_opt_out: 'Texted something that may be an opt-out',
  opt_in: 'Opted in by text',
  automatic_reply: 'Automatic reply',
}

const consents: Record<string, string> = {
  opt_in: 'Opted in',
  opt_out: 'Opted out',
  basis: 'Basis for first texts',
  request: 'Asked for texts',
}

/** Where a change of consent comes from; others are named as they are stored. */
const consentSources: Record<string, string> = {
  keyword: 'by text',
  plain_language: 'in their own words',
  carrier: 'says the carrier',
}

/** Of a campaign's basis the stored words are a code, and its source is an id. */
const isBasis = ({ kind, state }: Described) => kind === 'consent' && state === 'basis'

const basisLabels: Record<string, string> = Object.fromEntries(bases.map(({ code, label }) => [code, label]))

const visits: Record<VisitState, string> = visitLabels

const answers: Record<string, string> = {
  works: 'The salon answered: that works',
  other_time: 'The salon answered: another time',
  call: 'The salon answered: please call',
}

/** Of the kinds with one title. */
const titles = {
  note: 'Note',
  prospect: 'Imported as a prospect',
  lead: 'Left this number on the website',
  lead_again: 'Left this number on the website again',
  questionnaire: 'Filled in the questionnaire',
  contact: 'Wrote a contact message',
  salon: 'Became a salon',
  agreement: 'Accepted our terms',
  client: 'Joined the clients',
  click: 'Opened the booking link',
}

/** What happened, in a few words. */
export function titleOf({ kind, state, detail }: Described): string {
  switch (kind) {
    case 'received':
      return received[state ?? ''] ?? 'Texted us'
    case 'sent':
      return kindLabels[detail as MessageKind] ?? 'Reply'
    case 'consent':
      return labelOf(consents, state)
    case 'salon_consent':
      return labelOf(consentLabels, state)
    case 'join':
      return state === 'confirmed' ? 'Joined on the salon’s page' : 'Began to join on the salon’s page'
    case 'call':
      return state === 'called' ? 'Asked for a call, and was called' : 'Asked for a call'
    case 'visit':
      return `Visit: ${labelOf(visits, state).toLowerCase()}`
    case 'handover':
      return detail === 'booking' ? 'Booking passed to the salon' : 'Question passed to the salon'
    case 'answer':
      return labelOf(answers, state)
    default:
      return titles[kind]
  }
}

const joinSources: Record<ConsentEntry['source'], string> = sourceLabels

const DAY = /^\d{4}-\d\d-\d\d$/

/** Where it comes from; null if the title is enough. */
export function sourceOf(entry: Described): string | null {
  const { kind, detail, text } = entry
  switch (kind) {
    case 'consent':
      return isBasis(entry) ? null : detail && labelOf(consentSources, detail)
    case 'contact':
      return detail
    case 'prospect':
      return detail && `from ${detail}`
    case 'client':
      return detail && `from the list ${detail}`
    case 'salon_consent':
      return labelOf(joinSources, detail)
    case 'visit':
      return text && `for ${DAY.test(text) ? formatDay(text) : text}`
    default:
      return null
  }
}

/** Words of the person, of staff or of a form; null for entries without. */
export function wordsOf(entry: Described): string | null {
  const { kind, text } = entry
  if (kind === 'visit' || kind === 'client' || kind === 'prospect') return null
  return (isBasis(entry) ? labelOf(basisLabels, text) : text) || null
}
