import type { FunnelStep } from '../metrics/contract.ts'

/** Labels of the funnel steps, as on the dashboard. */
export const reachedLabels: Record<FunnelStep, string> = {
  contacted: 'Initial SMS Sent',
  positive: 'Positive Responses',
  followup: 'Follow-up SMS Sent',
}

export const funnelSteps = Object.keys(reachedLabels) as FunnelStep[]

export const ratingRanges = ['4-5', '3-4', '2-3', '1-2', 'no-rating'] as const
export type RatingRange = (typeof ratingRanges)[number]

export const ratingLabels: Record<RatingRange, string> = {
  '4-5': '4-5',
  '3-4': '3-4',
  '2-3': '2-3',
  '1-2': '1-2',
  'no-rating': 'No Rating',
}

export const reviewRanges = ['100+', '51-100', '11-50', '0-10', 'no-reviews'] as const
export type ReviewRange = (typeof reviewRanges)[number]

export const reviewLabels: Record<ReviewRange, string> = {
  '100+': '100+',
  '51-100': '51-100',
  '11-50': '11-50',
  '0-10': '0-10',
  'no-reviews': 'No Reviews',
}

const ratingBounds = { '4-5': [4, 5], '3-4': [3, 4], '2-3': [2, 3], '1-2': [1, 2] } as const
const reviewBounds = { '51-100': [51, 100], '11-50': [11, 50], '0-10': [0, 10] } as const

/** Ranges include both ends, so 4.0 is in 4-5 and in 3-4. `no-rating` matches a missing rating. */
export function matchesRating(rating: number | null, range: RatingRange): boolean {
  if (range === 'no-rating') return rating === null
  const [low, high] = ratingBounds[range]
  return rating !== null && rating >= low && rating <= high
}

/** `100+` means more than 100. `no-reviews` matches a missing count and 0; 0 is also in 0-10. */
export function matchesReviews(reviewCount: number | null, range: ReviewRange): boolean {
  if (range === 'no-reviews') return !reviewCount
  if (reviewCount === null) return false
  if (range === '100+') return reviewCount > 100
  const [low, high] = reviewBounds[range]
  return reviewCount >= low && reviewCount <= high
}
