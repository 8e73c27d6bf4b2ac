import { type AnswerField, answers } from './codes.ts'

export type PriorityAnswers = {
  customerCount?: string | null
  avgSpend?: string | null
  whenToStart?: string | null
  hasMarketingConsent?: string | null
}

export type PriorityLabel = 'High' | 'Medium' | 'Low'

const urgency = new Map([
  ['immediately', 5],
  ['within-3-months', 3],
  ['later', 1],
])
const consent = new Map([
  ['yes-clearly', 3],
  ['somewhat', 2],
  ['no-consent', 1],
  ['no', 1],
])

const place = (field: AnswerField, code: string | null | undefined) =>
  answers[field].findIndex((answer) => answer.code === code) + 1

/** The four parts of the score; an unanswered question counts 0. */
export function priorityParts(response: PriorityAnswers) {
  return {
    customerCount: place('customerCount', response.customerCount),
    avgSpend: place('avgSpend', response.avgSpend),
    whenToStart: urgency.get(response.whenToStart ?? '') ?? 0,
    hasMarketingConsent: consent.get(response.hasMarketingConsent ?? '') ?? 0,
  }
}

/** Priority score, 0 to 17. */
export function priorityScore(response: PriorityAnswers): number {
  const parts = priorityParts(response)
  return parts.customerCount + parts.avgSpend + parts.whenToStart + parts.hasMarketingConsent
}

export const priorityLabel = (score: number): PriorityLabel =>
  score >= 15 ? 'High' : score >= 10 ? 'Medium' : 'Low'

/** Rank by score: 1 is the highest, equal scores share a rank. */
export interface Rank {
  rank: number
  of: number
}

/** Adds the rank to each response, in the same order. */
export function withRanks<T extends PriorityAnswers>(responses: readonly T[]): (T & Rank)[] {
  const scores = responses.map(priorityScore).sort((one, other) => other - one)
  const places = new Map<number, number>()
  for (const [index, score] of scores.entries()) if (!places.has(score)) places.set(score, index + 1)
  return responses.map((response) => ({
    ...response,
    rank: places.get(priorityScore(response)) ?? scores.length,
    of: scores.length,
  }))
}
