import { withSpellingFixed } from './spelling.ts'
import { fold, words } from './wording.ts'

/** Whether the person says that the number is not the client's. */
export const saysWrongNumber = (body: string): boolean =>
  /\b(?:wrong|not the right) (?:number|no|phone|person)\b/.test(words(withSpellingFixed(fold(body))))
