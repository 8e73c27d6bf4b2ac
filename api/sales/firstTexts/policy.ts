import { nextWindow, sendWindow } from '@salonback/shared/sms/quietHours.ts'
import { isStillWanted } from '../../core/campaigns/laterTexts.ts'
import { type CampaignPolicy, findHoursBlock } from '../../core/campaigns/policy.ts'
import { secondTexts } from './secondTexts.ts'
import { hasUnusedBasis } from './unusedBases.ts'

/**
 * First texts of the agency: the local hours of the recipient. That a number gets one first text, ever, is the SQL
 * function reserves_number.
 */
export const firstTextPolicy: CampaignPolicy = {
  kinds: ['first_text', 'second_text'],
  later: secondTexts,
  nextHours: ({ QUIET_HOURS }, { phone }, from) => nextWindow(phone, QUIET_HOURS, from),
  async findBlock(sql, { env: { QUIET_HOURS }, carrier }, { id, kind, phone, campaignId }, now) {
    if (await hasUnusedBasis(sql, campaignId)) return { why: 'paused' }
    if (kind === 'second_text' && !(await isStillWanted(sql, secondTexts, id)))
      return { why: 'leftOut', message: 'Answered since the first text' }
    return findHoursBlock(sql, { carrier }, id, {
      current: sendWindow(phone, QUIET_HOURS, now),
      next: () => nextWindow(phone, QUIET_HOURS, now),
    })
  },
  leavesBefore: ({ QUIET_HOURS }, { phone, claimedAt }) => sendWindow(phone, QUIET_HOURS, claimedAt).closesAt,
}
