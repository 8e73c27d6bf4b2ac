import type { OpenAPIHono } from '@hono/zod-openapi'
import { undo } from '@salonback/shared/admin/undo/contract.ts'
import { restoreStates } from '../../core/campaigns/queries.ts'
import { restoreAssignments } from '../../core/inbox/assign.ts'
import { restoreDesk } from '../../core/inbox/desk.ts'
import { restoreDecided, restoreProcessed } from '../../core/messages/processed.ts'
import type { Deps } from '../../deps.ts'
import { audit } from '../../platform/db/audit.ts'
import { inTransaction, type Sql } from '../../platform/db/open.ts'
import { serve } from '../../platform/http/serve.ts'
import { claimUndo, countUndoRows } from '../../platform/undo/undos.ts'
import { restoreStatuses } from '../../sales/prospects/queries.ts'

export interface RestoreRows {
  key: string
  /** Time of the change. */
  madeAt: Date
  now: Date
}

/** Each restores the rows of one kind that no transaction has changed since, and returns their number. */
const restorers: readonly ((sql: Sql, undo: RestoreRows) => Promise<number>)[] = [
  restoreStatuses,
  restoreDecided,
  restoreProcessed,
  restoreDesk,
  restoreAssignments,
  restoreStates,
]

/** Undoes changes of many rows, and of single keys. */
export function undoRoutes(app: OpenAPIHono, deps: Deps): void {
  serve(app, deps, 'undo', undo, {
    run: ({ key }, { sql, clock, actor }) =>
      inTransaction(sql, async (open) => {
        const now = clock()
        const madeAt = await claimUndo(open, { key, actor, now })
        if (!madeAt) return { undone: 0, kept: 0 }
        let undone = 0
        for (const restore of restorers) undone += await restore(open, { key, madeAt, now })
        const kept = (await countUndoRows(open, key)) - undone
        await audit(open, { actor, action: 'undo', subject: key, detail: { undone, kept } })
        return { undone, kept }
      }),
  })
}
