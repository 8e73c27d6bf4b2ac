import { APOSTROPHES } from '@salonback/shared/kit/search.ts'

/** A `like` pattern for texts that contain these words. Escapes `%`, `_` and backslashes; every apostrophe matches. */
export const containing = (words: string) => `%${words.replace(/[\\%_]/g, '\\$&').replace(APOSTROPHES, '_')}%`
