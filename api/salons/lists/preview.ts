import { countReasons } from '@salonback/shared/salons/clients/eligible.ts'
import type { ListAnswers, ListPreview } from '@salonback/shared/salons/lists/contract.ts'
import { UNREAD_HINT } from '@salonback/shared/salons/lists/listedConsent.ts'
import type { SalonRules } from '../salons/queries.ts'
import { judgeList } from './judgeList.ts'
import { readStored } from './listReadings.ts'
import { findPreviewed } from './queries.ts'
import type { ListContext, ReadList } from './readFile.ts'

const PROBLEMS = 100
/** A wrong column can hold thousands of values. */
const UNREAD_VALUES = 50

const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** `4.47701E+11: digits were lost`; of an empty cell the reason alone. */
const rejection = (value: string, reason: string) =>
  value.trim() === '' ? capitalized(reason) : `${value}: ${reason}`

const shown = ({ index, name, values }: ListPreview['phoneColumns'][number]) => ({ index, name, values })

/** What a commit of this list would give: columns, five rows, remarks and the waterfall. */
export async function previewOf(
  { sql, env }: ListContext,
  list: { id: string; fileName: string },
  read: ReadList,
  salon: SalonRules,
  now: Date,
  answers?: ListAnswers,
): Promise<ListPreview> {
  const { sample, columns, mapping, options, cells, reading } = read
  const { rejected, reported, merged, rowCount, dateOrder } = reading
  const reasons = await judgeList(sql, read, salon, { keys: env, now, ...(answers && { answers }) })
  return {
    id: list.id,
    fileName: list.fileName,
    columns,
    mapping,
    sample,
    needsPhoneColumn: reading.needsPhoneColumn,
    phoneColumns: read.phoneColumns.map(shown),
    proposedPhoneColumn: read.proposedPhoneColumn,
    needsLastVisitColumn: read.needsLastVisitColumn,
    lastVisitColumns: read.lastVisitColumns.map(shown),
    proposedLastVisitColumn: read.proposedLastVisitColumn,
    noLastVisit: options.noLastVisit ?? false,
    textsUnknownVisits: salon.textsUnknownVisits,
    ...cells,
    marks: read.marks,
    includesHiddenRows: options.hiddenRows ?? false,
    consentColumn: reading.consentColumn,
    unreadConsent: reading.unreadConsent.slice(0, UNREAD_VALUES),
    consentAnswers: options.consentAnswers ?? [],
    rows: rowCount,
    merged: merged.length,
    rejected: rejected.length,
    reported: new Set(reported.map(({ row }) => row)).size,
    dateOrder,
    waterfall: countReasons(reasons),
    problems: [
      ...rejected.map(({ row, column, value, reason }) => ({
        row,
        column,
        message: rejection(value, reason),
      })),
      // Answers to decide are in `unreadConsent`, once each.
      ...reported
        .filter(({ message }) => !message.endsWith(UNREAD_HINT))
        .map(({ row, message }) => ({ row, column: null, message: capitalized(message) })),
    ].slice(0, PROBLEMS),
  }
}

/** The preview of an uploaded list, counted under these answers; null if it was stored or discarded. */
export async function storedPreview(
  context: ListContext,
  salon: SalonRules,
  id: string,
  now: Date,
  answers?: ListAnswers,
): Promise<ListPreview | null> {
  const list = await findPreviewed(context.sql, salon.id, id)
  return list
    ? previewOf(context, list, await readStored(context, list, salon, now), salon, now, answers)
    : null
}
