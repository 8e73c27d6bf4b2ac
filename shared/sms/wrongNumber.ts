import { ownWords } from './optOut.ts'
import { fold } from './wording.ts'

/** Whether the person says that the number is not the client's. */
export const saysWrongNumber = (body: string): boolean =>
  /\b(?:wrong|not the right) (?:number|no|phone|person)\b/.test(ownWords(fold(body)))
