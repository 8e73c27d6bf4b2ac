import { dayAndTime } from '../../formats.ts'
import { optOutCodes, undeliverableCodes } from '../../sms/errorCodes.ts'
import type { Campaign, CampaignRecipient, SecondText } from './contract.ts'

/** Why a text did not arrive. */
export function failureReason({ explanation, status, errorCode }: CampaignRecipient): string {
  if (explanation) return explanation
  if (status === 'unknown') return 'The connection broke while sending'
  if (status === 'canceled') return 'Canceled before it was sent'
  return errorCode ? `Error ${errorCode}` : 'The carrier gave no reason'
}

/** The consequence of a failed text. Nothing is sent a second time. */
export function failureAction({ status, errorCode }: CampaignRecipient): string {
  if (status === 'unknown') return 'Asking the carrier. Not sent again'
  if (status === 'canceled') return 'Never sent'
  if (errorCode !== null && optOutCodes.includes(errorCode)) return 'Opt-out recorded'
  if (errorCode !== null && undeliverableCodes.includes(errorCode)) return 'Marked undeliverable'
  return 'Not sent again'
}

/** Asked before a campaign is resumed that paused itself, because of opt-outs or filtering; null for any other. */
export const questionToResume = (campaign: Pick<Campaign, 'state' | 'pausedBy' | 'pausedReason'>) =>
  campaign.state === 'paused' && campaign.pausedBy === null
    ? { ...resumeQuestion, text: campaign.pausedReason }
    : null

const resumeQuestion = { question: 'Resume these first texts?', confirm: 'Resume', keep: 'Leave paused' }

/** When the next second texts are due; null once none will be. */
export function whenDue({ state }: Pick<Campaign, 'state'>, { dueAt, afterDays }: SecondText): string | null {
  if (state === 'canceled') return null
  if (dueAt) return `To salons that have not answered, from ${dayAndTime(dueAt)}`
  return state === 'running' || state === 'paused' ? `${afterDays} days after the first text` : null
}
