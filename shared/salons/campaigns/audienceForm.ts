import { z } from 'zod'
import { count, plural } from '../../formats.ts'
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

/** The fields of a stored choice. */
export const audienceValues = (
  audience: AudienceChoice | null,
  firstBatch: number | null,
): AudienceValues => ({
  lastVisitFrom: audience?.lastVisitFrom ?? '',
  lastVisitTo: audience?.lastVisitTo ?? '',
  minVisits: String(audience?.minVisits ?? ''),
  maxVisits: String(audience?.maxVisits ?? ''),
  vip: audience?.withoutVip ? 'without' : 'with',
  firstBatch: String(firstBatch ?? ''),
})

/** What the fields choose; null while one of them is wrong. */
export function choiceOf(values: AudienceValues): ReturnType<typeof audienceOf> | null {
  const read = Fields.safeParse(values)
  return read.success ? audienceOf(read.data) : null
}

interface ChosenCounts {
  eligible: number
  chosen: number
}

interface CountText {
  /** Of a programme that asks for a fresh list first. */
  needsList?: boolean | undefined
  firstBatch?: number | undefined
}

/** `312 of 1,240 clients who may be texted now. 20 of them first.` */
export function countText({ eligible, chosen }: ChosenCounts, { needsList, firstBatch }: CountText): string {
  const mayBeTexted = needsList ? 'may be texted with a fresh list.' : 'may be texted now.'
  if (eligible === 0) return `No client ${mayBeTexted}`
  const all = plural(eligible, 'client')
  const some = chosen === 0 ? 'None' : count(chosen)
  const who = chosen === eligible ? `${all} ${mayBeTexted}` : `${some} of ${all} who ${mayBeTexted}`
  return firstBatch && firstBatch < chosen ? `${who} ${count(firstBatch)} of them first.` : who
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
