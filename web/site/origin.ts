/** Stands for the public origin until a server, or a build for a plain host, puts it in. */
export const ORIGIN = '__PUBLIC_ORIGIN__'

/** Stands where the server puts the analytics id. */
export const ANALYTICS = '<!--analytics-->'

/** A page for a host that only serves files: what our server would put in as it serves, put in for good. */
export function baked(text: string, values: { publicUrl?: string; analyticsId?: string }): string {
  const located = values.publicUrl ? text.replaceAll(ORIGIN, values.publicUrl) : text
  const meta = `<meta name="analytics-id" content="${values.analyticsId}">`
  return values.analyticsId ? located.replaceAll(ANALYTICS, meta) : located
}
