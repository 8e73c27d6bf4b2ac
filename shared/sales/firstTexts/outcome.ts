import { optOutCodes, undeliverableCodes } from '../../sms/errorCodes.ts'
import type { Campaign, CampaignRecipient } from './contract.ts'

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

/** Whether the campaign paused itself, because of opt-outs or filtering. */
export const wasAutoPaused = ({ state, pausedBy }: Pick<Campaign, 'state' | 'pausedBy'>) =>
  state === 'paused' && pausedBy === null
