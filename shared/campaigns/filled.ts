import { fill, withOptOutLine } from '../sms/template.ts'

export interface Part {
  text: string
  /** Filled in from the record. */
  filled: boolean
  key: number
}

/** A first text for one prospect, cut where the record's own words stand in it. Joined it is what is sent. */
export function filledParts(template: string, prospect: { name: string; category: string | null }): Part[] {
  return withOptOutLine(template)
    .split(/(\{[^{}]*\})/)
    .map((piece, key) => {
      const text = fill(piece, prospect)
      return { text, filled: text !== piece, key }
    })
    .filter(({ text }) => text !== '')
}
