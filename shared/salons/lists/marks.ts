import { plural } from '../../formats.ts'
import type { ListPreview } from './contract.ts'

type Mark = ListPreview['marks'][number]

/** `12 rows with this colour`, `3 rows are struck through`, `2 rows have a comment, which we do not read`. */
export function markWords({ key, rows }: Mark): string {
  const count = plural(rows, 'row')
  if (key === 'struck') return `${count} struck through`
  return key === 'comment' ? `${count} with a comment, which we do not read` : `${count} in this colour`
}

/** The colour of a mark for a page; null for another mark. */
export const markColor = ({ key }: Mark): string | null => (/^[0-9a-f]{6}$/.test(key) ? `#${key}` : null)

/** `28 rows are coloured, struck through or have a comment. Does one of these mean: do not text?` */
export const marksQuestion = (marks: readonly Mark[]): string =>
  `${plural(
    marks.reduce((sum, { rows }) => sum + rows, 0),
    'row',
  )} of your file are coloured, struck through or have a comment. Does one of these mean: do not text? Then tick it.`
