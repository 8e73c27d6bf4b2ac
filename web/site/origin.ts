import { pagePlaceholders } from '@salonback/shared/platform/http/wire.ts'

export const { origin: ORIGIN, analytics: ANALYTICS } = pagePlaceholders

/** Values that a build for a static host inserts into its pages. */
export type StaticValues = { publicUrl?: string; analyticsId?: string }

/** Inserts the values that our server would otherwise insert per request. */
export function withStaticValues(text: string, values: StaticValues): string {
  const located = values.publicUrl ? text.replaceAll(ORIGIN, values.publicUrl) : text
  const meta = `<meta name="analytics-id" content="${values.analyticsId}">`
  return values.analyticsId ? located.replaceAll(ANALYTICS, meta) : located
}
