import { countReasons, reasonLabels } from '@salonback/shared/salons/clients/eligible.ts'
import type { ListAnswers, ListPart, ListRow } from '@salonback/shared/salons/lists/contract.ts'
import type { ListReading, ReportedRow } from '@salonback/shared/salons/lists/readList.ts'
import { toPage } from '../../platform/db/toPage.ts'
import type { SalonRules } from '../salons/queries.ts'
import { judgeList } from './judgeList.ts'
import { readStored } from './listReadings.ts'
import { requirePreview } from './lists.ts'
import type { ListContext } from './readFile.ts'

const PAGE = 50

interface ListRows {
  listId: string
  part: ListPart
  answers: ListAnswers
  cursor?: string | undefined
  now: Date
}

/** The next rows of one part of an uploaded list, in the order of the file. */
export async function listRows(
  context: ListContext,
  salon: SalonRules,
  { listId, part, answers, cursor, now }: ListRows,
) {
  const list = await requirePreview(context.sql, salon.id, listId)
  const read = await readStored(context, list, salon, now)
  const rows = await rowsOf(read.reading, part, () =>
    judgeList(context.sql, read, salon, { keys: context.env, now, answers }),
  )
  const left = rows.filter(({ row }) => row > Number(cursor ?? 0)).sort((one, other) => one.row - other.row)
  return toPage(left, PAGE, ({ row }) => String(row))
}

/** The counts of an uploaded list under these answers of its declaration. */
export async function listWaterfall(
  context: ListContext,
  salon: SalonRules,
  { listId, answers, now }: Omit<ListRows, 'part' | 'cursor'>,
) {
  const list = await requirePreview(context.sql, salon.id, listId)
  const read = await readStored(context, list, salon, now)
  return countReasons(await judgeList(context.sql, read, salon, { keys: context.env, now, answers }))
}

const rowOf = ({ row, firstName, phone, lastVisit }: Omit<ListRow, 'message'>, message: string): ListRow => ({
  row,
  firstName,
  phone,
  lastVisit,
  message,
})

async function rowsOf(
  { clients, rejected, merged, reported }: ListReading,
  part: ListPart,
  judge: () => ReturnType<typeof judgeList>,
): Promise<ListRow[]> {
  if (part === 'rejected')
    return rejected.map(({ value, reason, ...row }) => rowOf({ ...row, phone: value }, reason))
  if (part === 'merged')
    return merged.map(({ client, into }) =>
      rowOf(client, `the number is in row ${into} as well; they are one client`),
    )
  if (part === 'reported') return remarksByRow(reported)
  const reasons = await judge()
  return clients
    .filter((_, index) => reasons[index] === part)
    .map((client) => rowOf(client, reasonLabels[part]))
}

/** One entry for each row, with all its remarks. */
function remarksByRow(reported: readonly ReportedRow[]): ListRow[] {
  const rows = new Map<number, ListRow>()
  for (const { row, client, message } of reported) {
    const known = rows.get(row)
    rows.set(row, rowOf(client, known ? `${known.message}; ${message}` : message))
  }
  return [...rows.values()]
}
