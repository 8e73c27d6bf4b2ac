import { type Reason, reasonLabels } from '@salonback/shared/salons/clients/eligible.ts'
import type { ListAnswers, ListPart, ListRow } from '@salonback/shared/salons/lists/contract.ts'
import { toPage } from '../../platform/db/toPage.ts'
import type { SalonRules } from '../salons/queries.ts'
import { judgeList } from './judgeList.ts'
import { requireStaged } from './lists.ts'
import type { ListContext } from './readFile.ts'
import { findStagedRows } from './stagedRows.ts'

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
  const list = await requireStaged(context, salon, listId, now)
  const after = Number(cursor ?? 0)
  const rows =
    part === 'rejected' || part === 'merged' || part === 'reported'
      ? await findStagedRows(context.sql, listId, part, { after, size: PAGE + 1 })
      : await rowsWithReason(part, judgeList(context, list, salon, { now, answers, after }))
  return toPage(rows, PAGE, ({ row }) => String(row))
}

async function rowsWithReason(wanted: Reason, judged: ReturnType<typeof judgeList>): Promise<ListRow[]> {
  const rows: ListRow[] = []
  for await (const { client, reason } of judged) {
    if (reason !== wanted) continue
    const { row, firstName, phone, lastVisit } = client
    rows.push({ row, firstName, phone, lastVisit, message: reasonLabels[reason] })
    if (rows.length > PAGE) break
  }
  return rows
}
