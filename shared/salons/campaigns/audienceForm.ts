import { z } from 'zod'
import type { AudienceChoice } from './audienceChoice.ts'
import { optionalNumber } from './numberFields.ts'

const visits = optionalNumber(0, 1000, 'Please enter a number from 0 to 1,000')

/** Fields of the form. */
export const audienceSchema = {
  lastVisitFrom: z.string(),
  lastVisitTo: z.string(),
  minVisits: visits,
  maxVisits: visits,
  vip: z.string(),
  firstBatch: optionalNumber(1, 1000, 'Please enter a number from 1 to 1,000'),
}
const Fields = z.object(audienceSchema)
export type AudienceValues = z.input<typeof Fields>

export const noChoice: AudienceValues = {
  lastVisitFrom: '',
  lastVisitTo: '',
  minVisits: '',
  maxVisits: '',
  vip: 'with',
  firstBatch: '',
}

/** What the fields choose, for the plan; empty if they choose nothing. */
export function audienceOf(values: z.output<typeof Fields>): {
  audience?: AudienceChoice
  firstBatch?: number
} {
  const { lastVisitFrom, lastVisitTo, minVisits, maxVisits, vip, firstBatch } = values
  const audience: AudienceChoice = {
    ...(lastVisitFrom && { lastVisitFrom }),
    ...(lastVisitTo && { lastVisitTo }),
    ...(minVisits !== undefined && { minVisits }),
    ...(maxVisits !== undefined && { maxVisits }),
    ...(vip === 'without' && { withoutVip: true }),
  }
  return { ...(Object.keys(audience).length > 0 && { audience }), ...(firstBatch && { firstBatch }) }
}
