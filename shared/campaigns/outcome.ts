import { optOutCodes, undeliverableCodes } from '../sms/errorCodes.ts'
import type { Campaign, CampaignRecipient } from './contract.ts'

/** Why a text did not arrive, in the carrier's words or ours. */
export function failureReason({ explanation, status, errorCode }: CampaignRecipient): string {
  if (explanation) return explanation
  if (status === 'unknown') return 'The connection broke while sending'
  if (status === 'canceled') return 'Canceled before it left'
  return errorCode ? `Error ${errorCode}` : 'The carrier gave no reason'
}

/** What followed from it. Nothing is ever sent a second time. */
export function failureAction({ status, errorCode }: CampaignRecipient): string {
  if (status === 'unknown') return 'Asking the carrier. Not sent again'
  if (status === 'canceled') return 'Never sent'
  if (errorCode !== null && optOutCodes.includes(errorCode)) return 'Opt-out recorded'
  if (errorCode !== null && undeliverableCodes.includes(errorCode)) return 'Marked undeliverable'
  return 'Not sent again'
}

/** Whether it stopped by itself, over opt-outs or filtering, and not because a person pressed Pause. */
export const wasAutoPaused = ({ state, pausedBy }: Pick<Campaign, 'state' | 'pausedBy'>) =>
  state === 'paused' && pausedBy === null
