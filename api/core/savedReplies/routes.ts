import type { OpenAPIHono } from '@hono/zod-openapi'
import { savedReplies } from '@salonback/shared/core/savedReplies/contract.ts'
import type { Deps } from '../../deps.ts'
import { audit } from '../../platform/db/audit.ts'
import { inTransaction } from '../../platform/db/open.ts'
import { AppError, notFound } from '../../platform/http/errors.ts'
import { serve } from '../../platform/http/serve.ts'
import {
  countSet,
  countUse,
  deleteSavedReply,
  findSavedReplies,
  insertSavedReply,
  updateSavedReply,
} from './queries.ts'

/** Largest set; a longer one could not be searched on a screen. */
const MAX_REPLIES = 200

export function savedRepliesRoutes(app: OpenAPIHono, deps: Deps): void {
  serve(app, deps, 'savedReplies', savedReplies, {
    list: ({ salonId }, { sql }) => findSavedReplies(sql, salonId ?? null),
    create: ({ salonId = null, ...reply }, { sql, clock, actor, salons }) =>
      inTransaction(sql, async (open) => {
        if (reply.scope === 'salon') {
          if (!salonId) throw notFound('Salon')
          await salons.requireOpen(open, salonId)
        }
        if ((await countSet(open, reply.scope, salonId)) >= MAX_REPLIES)
          throw new AppError('conflict', `There are ${MAX_REPLIES} saved replies. Please delete one first.`)
        const added = { createdBy: actor.name, now: clock() }
        const saved = await insertSavedReply(open, { ...reply, salonId, ...added })
        const detail = { name: saved.name, scope: saved.scope, salonId }
        await audit(open, { actor, action: 'saved_reply.add', subject: saved.id, detail })
        return saved
      }),
    update: ({ id, ...change }, { sql, actor }) =>
      inTransaction(sql, async (open) => {
        const saved = await updateSavedReply(open, id, change)
        if (!saved) throw notFound('Saved reply')
        const detail = { name: saved.name }
        await audit(open, { actor, action: 'saved_reply.change', subject: id, detail })
        return saved
      }),
    remove: ({ id }, { sql, actor }) =>
      inTransaction(sql, async (open) => {
        const name = await deleteSavedReply(open, id)
        if (name === undefined) throw notFound('Saved reply')
        const detail = { name }
        await audit(open, { actor, action: 'saved_reply.delete', subject: id, detail })
        return { message: 'Saved reply deleted' }
      }),
    async use({ id }, { sql }) {
      if (!(await countUse(sql, id))) throw notFound('Saved reply')
      return { message: 'Counted' }
    },
  })
}
