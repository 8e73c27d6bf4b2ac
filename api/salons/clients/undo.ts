import type { Sql } from '../../platform/db/open.ts'
import { AppError, notFound } from '../../platform/http/errors.ts'
import type { SalonRules } from '../salons/queries.ts'
import { forgetVisitsOfList } from '../visits/fromLists.ts'
import { storedPreview } from './preview.ts'
import { deleteList, findLastCommitted, findList, findWaitingList } from './queries.ts'
import type { ListContext } from './readFile.ts'
import { countUndo, hasNewerList, hasTexts, undoList } from './undoQueries.ts'

/** What staff can still act on: the uploaded list that waits, and the one that was stored last. */
export async function currentLists(context: ListContext, salon: SalonRules, now: Date) {
  const { sql } = context
  const waiting = await findWaitingList(sql, salon.id)
  const stored = await findLastCommitted(sql, salon.id)
  return {
    preview: waiting ? await storedPreview(context, salon, waiting, now) : null,
    stored: stored
      ? {
          ...stored,
          canUndo: !((await hasTexts(sql, stored.id)) || (await hasNewerList(sql, stored.id))),
          undo: await countUndo(sql, stored.id),
        }
      : null,
  }
}

/** Discards a preview, or undoes a stored list before the first text to one of its clients. */
export async function removeList(sql: Sql, salonId: string, id: string): Promise<string> {
  const list = await findList(sql, salonId, id, { lock: true })
  if (!list || list.state === 'undone') throw notFound('List')
  if (list.state === 'previewed') {
    await deleteList(sql, id)
    return 'List discarded'
  }
  if (await hasTexts(sql, id)) throw new AppError('conflict', 'Clients of this list have had texts already')
  if (await hasNewerList(sql, id))
    throw new AppError('conflict', 'A newer list was stored since: undo that one first')
  await forgetVisitsOfList(sql, salonId, id)
  await undoList(sql, id)
  return 'List undone'
}
