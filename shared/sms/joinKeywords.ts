import { fold, words } from './wording.ts'

/** Longer texts are no keyword. Limits the work of `fold`. */
const MAX_LENGTH = 40

const keywordOf = (body: string) => (body.length > MAX_LENGTH ? '' : words(fold(body)))

/** Whether the whole text is JOIN, in any case and with any punctuation. */
export const isJoin = (body: string) => keywordOf(body) === 'join'

/** Whether the whole text is a plain yes. Anything longer may answer something else. */
export const isYes = (body: string) => /^(?:yes|y|yes please)$/.test(keywordOf(body))
