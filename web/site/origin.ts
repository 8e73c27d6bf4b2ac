import { tokens } from '@salonback/shared/http/wire.ts'

export const { origin: ORIGIN, analytics: ANALYTICS } = tokens

/** What a build for a host that only serves files puts into its pages for good. */
export type BakedIn = { publicUrl?: string; analyticsId?: string }

/** A page for a host that only serves files: what our server would put in as it serves, put in for good. */
export function baked(text: string, values: BakedIn): string {
  const located = values.publicUrl ? text.replaceAll(ORIGIN, values.publicUrl) : text
  const meta = `<meta name="analytics-id" content="${values.analyticsId}">`
  return values.analyticsId ? located.replaceAll(ANALYTICS, meta) : located
}
