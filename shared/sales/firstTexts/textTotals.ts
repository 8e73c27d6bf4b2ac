import { type CostEstimate, estimateCost, type SegmentPrice } from '../../core/messages/cost.ts'
import { firstTextWriter } from '../../sms/template.ts'
import type { SelectedProspect } from './compose.ts'

/** One template over all its recipients. */
export interface TextTotals {
  segments: number
  estimate: CostEstimate
  /** Segments of the shortest text. */
  usual: number
  /** Ids of recipients with a text of more segments than that. */
  longer: string[]
}

export function textTotals(
  recipients: readonly SelectedProspect[],
  template: string,
  prices: readonly SegmentPrice[],
): TextTotals {
  const write = firstTextWriter(template)
  const texts = recipients.map((one) => ({ id: one.id, phone: one.phone, segments: write(one).segments }))
  const usual = texts.reduce((least, { segments }) => Math.min(least, segments), texts[0]?.segments ?? 0)
  return {
    segments: texts.reduce((sum, { segments }) => sum + segments, 0),
    estimate: estimateCost(texts, prices),
    usual,
    longer: texts.flatMap(({ id, segments }) => (segments > usual ? [id] : [])),
  }
}
