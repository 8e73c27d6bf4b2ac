/** Values typed before hydration: field name to text, `true` for a checked box. Empty while prerendering. */
export type FilledIn = { [name: string]: string | true }

export function textValue(filled: FilledIn, name: string): string {
  const value = filled[name]
  return typeof value === 'string' ? value : ''
}
