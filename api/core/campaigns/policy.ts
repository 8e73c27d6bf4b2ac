import type { MessageKind } from '@salonback/shared/core/inbox/contract.ts'
import type { SendWindow, Window } from '@salonback/shared/sms/openHours.ts'
import { nextWindow, sendWindow } from '@salonback/shared/sms/quietHours.ts'
import type { Env } from '../../env.ts'

/**
 * Rules for the texts of a campaign. A campaign is an audience plus a policy. That a number gets one first text, ever, is
 * the SQL function reserves_number.
 */
export interface CampaignPolicy {
  /** The campaign pauses itself when more than `share` of its last `texts` led to opt-outs or were filtered. */
  pausesAt: { texts: number; share: number }
}

/** A policy. Its hours depend only on the recipient. */
export interface HoursPolicy extends CampaignPolicy {
  /** Hours in which a text may leave, in local time of the recipient. */
  hours(env: Env, phone: string, at: Date): SendWindow
  /** The window that contains `from`, or the next one. */
  nextHours(env: Env, phone: string, from: Date): Window
}

export const firstTextPolicy: HoursPolicy = {
  hours: ({ QUIET_HOURS }, phone, at) => sendWindow(phone, QUIET_HOURS, at),
  nextHours: ({ QUIET_HOURS }, phone, from) => nextWindow(phone, QUIET_HOURS, from),
  pausesAt: { texts: 200, share: 0.03 },
}

/** Texts of salons have the hours of their salon, which api/salons/campaigns knows. */
const salonPolicy: CampaignPolicy = { pausesAt: firstTextPolicy.pausesAt }

const policies: Partial<Record<MessageKind, CampaignPolicy>> = {
  first_text: firstTextPolicy,
  second_text: firstTextPolicy,
  offer: salonPolicy,
  reminder: salonPolicy,
}

/** The policy of texts of this kind; null if they follow none. */
export const policyOf = (kind: MessageKind): CampaignPolicy | null => policies[kind] ?? null
