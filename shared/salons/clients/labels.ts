import { formatDay } from '../../formats.ts'
import type { Tone } from '../../kit/Badge.tsx'
import type { VisitState } from '../visits/contract.ts'
import type { ConsentEntry } from './contract.ts'
import type { Reason } from './eligible.ts'

/** Red: may never be texted. Amber: later. Purple: no reason to text. */
export const reasonTones: Record<Reason, Tone> = {
  erased: 'red',
  opted_out: 'red',
  wrong_person: 'red',
  objection: 'red',
  undecided_answer: 'amber',
  blocked: 'red',
  minor: 'red',
  not_mobile: 'grey',
  undeliverable: 'grey',
  future_booking: 'amber',
  visited_recently: 'amber',
  not_interested: 'amber',
  wrote_to_us: 'amber',
  no_basis: 'purple',
  basis_expired: 'purple',
  unknown_last_visit: 'amber',
  texted_recently: 'amber',
  yearly_cap: 'amber',
  in_campaign: 'amber',
  kept_aside: 'amber',
  not_chosen: 'grey',
  offered_lately: 'amber',
  after_last_day: 'grey',
  list_old: 'amber',
  eligible: 'green',
}

export const consentLabels: Record<ConsentEntry['kind'], string> = {
  soft_opt_in: 'Soft opt-in',
  written_consent: 'Written consent',
  listed_yes: 'Yes on a list',
  objection: 'Objection',
  withdrawn: 'Consent withdrawn',
}

export const visitLabels: Record<VisitState, string> = {
  reported: 'Reported',
  booked: 'Booked',
  attended: 'Attended',
  no_show: 'Did not come',
  canceled: 'Canceled',
}

export const sourceLabels: Record<ConsentEntry['source'], string> = {
  list: 'from a list',
  join_page: 'on the join page',
  join_keyword: 'by the text JOIN',
  staff: 'recorded by staff',
  owner: 'said by the owner',
}

/** `10 March 2026`, or a dash. */
export const dayText = (date: string | null) => (date ? formatDay(date) : '–')
