import { UNDO_MARGIN_MS, UNDO_MS } from '@salonback/shared/platform/http/endpoint.ts'
import type { Fragment, Sql } from '../db/open.ts'
import { AppError, notFound } from '../http/errors.ts'

/** What kind of row changed. `api/admin/undo` restores each kind in its own way. */
export type UndoKind = 'prospect' | 'text' | 'decision' | 'conversation' | 'assignment' | 'campaign'

interface BeginUndo {
  /** Of the request; without one the change cannot be undone. */
  undoKey: string | undefined
  adminId: string
  now: Date
}

/** Makes a change undoable. Returns a function that stores the rows before they change: id, value before, value after. */
export async function beginUndo(sql: Sql, { undoKey, adminId, now }: BeginUndo) {
  if (undoKey !== undefined) {
    const { count } = await sql`
      insert into undos (key, admin_id, made_at) values (${undoKey}, ${adminId}, ${now}) on conflict do nothing`
    if (count === 0) throw new AppError('conflict', 'This change was made before')
  }
  return async (kind: UndoKind, rows: Fragment): Promise<void> => {
    if (undoKey === undefined) return
    await sql`
      insert into undo_rows (key, kind, row_id, before, after)
      select ${undoKey}, ${kind}, changed.* from (${rows}) as changed`
  }
}

interface ClaimUndo {
  key: string
  adminId: string
  now: Date
}

/** Marks the caller's change as undone and returns its time; null if it was undone before. Throws `conflict` if it is too old. */
export async function claimUndo(sql: Sql, { key, adminId, now }: ClaimUndo): Promise<Date | null> {
  const [undo] = await sql<{ madeAt: Date; undoneAt: Date | null }[]>`
    select made_at, undone_at from undos where key = ${key} and admin_id = ${adminId} for update`
  if (!undo) throw notFound('Change')
  if (undo.undoneAt) return null
  if (now.getTime() - undo.madeAt.getTime() > UNDO_MS + UNDO_MARGIN_MS)
    throw new AppError('conflict', 'It is too late to undo this. Please change it back by hand.')
  await sql`update undos set undone_at = ${now} where key = ${key}`
  return undo.madeAt
}

/** The stored rows of one kind, to join with their table. */
export const undoRows = (sql: Sql, key: string, kind: UndoKind): Fragment => sql`
  (select row_id, before, after from undo_rows where key = ${key} and kind = ${kind}) r`

export async function countUndoRows(sql: Sql, key: string): Promise<number> {
  const [row] = await sql<[{ count: number }]>`select count(*)::int from undo_rows where key = ${key}`
  return row.count
}
