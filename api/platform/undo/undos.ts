import { type Access, mayCall, UNDO_MARGIN_MS, UNDO_MS } from '@salonback/shared/platform/http/endpoint.ts'
import type { Fragment, Sql } from '../db/open.ts'
import type { Caller } from '../http/access.ts'
import { AppError, notFound } from '../http/errors.ts'

/** What kind of row changed. `api/admin/undo` restores each kind in its own way. */
export type UndoKind = 'prospect' | 'text' | 'decision' | 'conversation' | 'assignment' | 'campaign'

interface BeginUndo {
  /** Of the request; without one the change cannot be undone. */
  undoKey: string | undefined
  adminId: string
  /** Who may make the call. */
  access: Access
  now: Date
}

/**
 * Makes a change undoable. Returns a function that stores the rows before they change: id, value before, and the mark, which is
 * the transaction that last set it.
 */
export async function beginUndo(sql: Sql, { undoKey, adminId, access, now }: BeginUndo) {
  if (undoKey !== undefined) {
    const { count } = await sql`
      insert into undos (key, admin_id, access, made_at) values (${undoKey}, ${adminId}, ${access}, ${now})
      on conflict do nothing`
    if (count === 0) throw new AppError('conflict', 'This change was made before')
  }
  return async (kind: UndoKind, rows: Fragment): Promise<void> => {
    if (undoKey === undefined) return
    await sql`
      insert into undo_rows (key, kind, row_id, before, mark)
      select ${undoKey}, ${kind}, changed.* from (${rows}) as changed`
  }
}

/** The transaction that is open, as marks of rows name it. */
export async function currentTransaction(sql: Sql): Promise<string> {
  const [row] = await sql<[{ id: string }]>`select pg_current_xact_id()::text as id`
  return row.id
}

interface ClaimUndo {
  key: string
  actor: Caller
  now: Date
}

/**
 * Marks the caller's change as undone and returns its time; null if it was undone before. Throws `conflict` if it is too old,
 * and `forbidden` if the caller may not make such a change any more.
 */
export async function claimUndo(sql: Sql, { key, actor, now }: ClaimUndo): Promise<Date | null> {
  const [undo] = await sql<{ madeAt: Date; undoneAt: Date | null; access: Access }[]>`
    select made_at, undone_at, access from undos where key = ${key} and admin_id = ${actor.id} for update`
  if (!undo) throw notFound('Change')
  if (!mayCall(undo, actor.role)) throw new AppError('forbidden', 'Only an admin can undo this')
  if (undo.undoneAt) return null
  if (now.getTime() - undo.madeAt.getTime() > UNDO_MS + UNDO_MARGIN_MS)
    throw new AppError('conflict', 'It is too late to undo this. Please change it back by hand.')
  await sql`update undos set undone_at = ${now} where key = ${key}`
  return undo.madeAt
}

/** The stored rows of one kind, to join with their table. Only a row with the mark `made_in` has not changed since. */
export const undoRows = (sql: Sql, key: string, kind: UndoKind): Fragment => sql`
  (select row_id, before, mark, made_in from undo_rows join undos using (key) where key = ${key} and kind = ${kind}) r`

export async function countUndoRows(sql: Sql, key: string): Promise<number> {
  const [row] = await sql<[{ count: number }]>`select count(*)::int from undo_rows where key = ${key}`
  return row.count
}
