/** What stood in a form before its script came: field name to text, `true` for a tick. Empty while prerendering. */
export type FilledIn = { [name: string]: string | true }

export function textOf(filled: FilledIn, name: string): string {
  const value = filled[name]
  return typeof value === 'string' ? value : ''
}
