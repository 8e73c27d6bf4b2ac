import { words } from './wording.ts'

/** Recognises texts that a phone or a service wrote, not the person. `folded`: as from `fold`. */
export function isAutomaticReply(folded: string): boolean {
  const text = words(folded)
  return signs.some((sign) => sign.test(text))
}

const signs: RegExp[] = [
  /\bdo not disturb (?:while driving|turned on|is on|enabled)\b|\b(?:on|have|got|using) do not disturb\b|\bdo not disturb (?:on )?(?:until|till|mode)\b/,
]
