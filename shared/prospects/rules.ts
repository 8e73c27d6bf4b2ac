import type { FunnelStep } from '../metrics/contract.ts'
import type { ContactStatus, Prospect } from './contract.ts'

/** In the order of the main job; labels are the words of the console. */
export const contactStatuses = [
  'Selected',
  'Contacted',
  'Responded',
  'Submitted',
] as const satisfies ContactStatus[]

export const statusLabel = (status: ContactStatus | null) => status ?? 'No Status'

/** Steps of the funnel in the words of the dashboard's numbers. */
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

/** Both ends count, so 4.0 lies in 4-5 and in 3-4. No rating means a missing one. */
export function matchesRating(rating: number | null, range: RatingRange): boolean {
  if (range === 'no-rating') return rating === null
  const [low, high] = ratingBounds[range]
  return rating !== null && rating >= low && rating <= high
}

/** 100+ is strictly more than 100. No reviews means missing or 0, and 0 also lies in 0-10. */
export function matchesReviews(reviewCount: number | null, range: ReviewRange): boolean {
  if (range === 'no-reviews') return !reviewCount
  if (reviewCount === null) return false
  if (range === '100+') return reviewCount > 100
  const [low, high] = reviewBounds[range]
  return reviewCount >= low && reviewCount <= high
}

/** What the six filters of the Prospects tab ask for; an absent or empty one asks for nothing. */
export type ProspectFilter = {
  status?: ContactStatus | 'none' | ''
  category?: string
  country?: string
  rating?: RatingRange | ''
  reviews?: ReviewRange | ''
  phoneType?: string
}

/** Whether a prospect passes every filter. `status: 'none'` asks for prospects without one. */
export function matches(filter: ProspectFilter): (prospect: Prospect) => boolean {
  const { status, category, country, rating, reviews, phoneType } = filter
  return (prospect) =>
    (!status || (prospect.contactStatus ?? 'none') === status) &&
    (!category || prospect.category === category) &&
    (!country || prospect.country === country) &&
    (!rating || matchesRating(prospect.rating, rating)) &&
    (!reviews || matchesReviews(prospect.reviewCount, reviews)) &&
    (!phoneType || prospect.phoneType === phoneType)
}

/** The values a filter offers: those in the data, each once, sorted; missing ones left out. */
export function distinctOptions(
  prospects: Prospect[],
  field: 'category' | 'country' | 'phoneType',
): string[] {
  const values = new Set<string>()
  for (const prospect of prospects) {
    const value = prospect[field]
    if (value) values.add(value)
  }
  return [...values].sort((a, b) => a.localeCompare(b))
}
