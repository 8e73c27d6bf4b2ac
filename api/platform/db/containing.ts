import { APOSTROPHES, dropsApostrophes } from '@salonback/shared/kit/search.ts'
import type { Fragment, Sql } from './open.ts'

/** A `like` pattern for texts that contain these words. Escapes `%`, `_` and backslashes; every apostrophe matches. */
export const containing = (words: string) => `%${words.replace(/[\\%_]/g, '\\$&').replace(APOSTROPHES, '_')}%`

const HYPHENS = '-‐‑–—'

/**
 * A column as `searchMatcher` reads it: lower case, no accents, a space for hyphens and for two spaces, no apostrophes unless
 * the search has one.
 */
export const searchable = (sql: Sql, column: Fragment, words: string): Fragment => {
  const dropped = dropsApostrophes(words) ? "'’‘ʼ`´" : ''
  return sql`replace(translate(fold_letters(${column}), ${HYPHENS + dropped}, ${' '.repeat(HYPHENS.length)}), '  ', ' ')`
}

/** Condition: a column contains the words of `searchTerms`. */
export const isFound = (sql: Sql, column: Fragment, words: string): Fragment =>
  sql`${searchable(sql, column, words)} like ${containing(words)}`
