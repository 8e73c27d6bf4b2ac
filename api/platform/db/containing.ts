import { APOSTROPHES } from '@salonback/shared/kit/search.ts'
import type { Fragment, Sql } from './open.ts'

/** A `like` pattern for texts that contain these words. Escapes `%`, `_` and backslashes; every apostrophe matches. */
export const containing = (words: string) => `%${words.replace(/[\\%_]/g, '\\$&').replace(APOSTROPHES, '_')}%`

/** Condition: a column contains the words of `searchTerms`, in any case and with or without accents. */
export const isFound = (sql: Sql, column: Fragment, words: string): Fragment =>
  sql`fold_letters(${column}) like ${containing(words)}`
