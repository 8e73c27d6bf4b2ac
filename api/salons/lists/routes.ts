import type { OpenAPIHono } from '@hono/zod-openapi'
import type { HandlerInput } from '@salonback/shared/platform/http/endpoint.ts'
import { lists, listUpload } from '@salonback/shared/salons/lists/contract.ts'
import type { CallContext, Deps } from '../../deps.ts'
import { audit } from '../../platform/db/audit.ts'
import { inTransaction, type Sql } from '../../platform/db/open.ts'
import { retryOnDeadlock } from '../../platform/db/retryOnDeadlock.ts'
import { requireActor, requireStill } from '../../platform/http/access.ts'
import { notFound } from '../../platform/http/errors.ts'
import { checkOrigin } from '../../platform/http/origin.ts'
import { serve } from '../../platform/http/serve.ts'
import { requireSalon } from '../salons/queries.ts'
import { countList } from './judgeList.ts'
import { listRows } from './listRows.ts'
import { commitList, readForCommit, remapList, requireStaged, uploadList } from './lists.ts'
import { receiveFile } from './receiveFile.ts'
import { findRejectedRows } from './rejectedRows.ts'
import { currentLists, removeList } from './undo.ts'
import { decideAnswer, findUnreadAnswers } from './unreadAnswers.ts'

export function listsRoutes(app: OpenAPIHono, deps: Deps): void {
  serve(app, deps, 'lists', lists, {
    currentLists: async ({ id }, context) =>
      currentLists(context, await requireSalon(context.sql, id), context.clock()),
    remapList: async ({ id, listId, mapping, ...options }, context) => {
      const salon = await requireSalon(context.sql, id)
      return remapList(context, salon, { id: listId, mapping, options, now: context.clock() })
    },
    listWaterfall: async ({ id, listId, ...answers }, context) => {
      const salon = await requireSalon(context.sql, id)
      const now = context.clock()
      return countList(context, await requireStaged(context, salon, listId, now), salon, { now, answers })
    },
    listRows: async ({ id, listId, part, cursor, ...answers }, context) => {
      const salon = await requireSalon(context.sql, id)
      return listRows(context, salon, { listId, part, cursor, answers, now: context.clock() })
    },
    commitList: commit,
    rejectedRows: ({ id, listId }, { sql }) => findRejectedRows(sql, id, listId),
    undoList: ({ id, listId }, { sql, actor }) =>
      inTransaction(sql, async (open) => {
        const message = await removeList(open, id, listId)
        await audit(open, { actor, action: 'list.undo', subject: listId })
        return { message }
      }),
    unreadAnswers: async ({ id }, { sql }) => findUnreadAnswers(sql, (await requireSalon(sql, id)).id),
    decideAnswer: decide,
  })
  upload(app, deps)
}

/** Not in the contract table, because the body is a file; makes the same access checks. */
function upload(app: OpenAPIHono, deps: Deps): void {
  const { sql, clock } = deps
  app.post(listUpload.path.replace('{id}', ':id'), async (c) => {
    checkOrigin(c, deps)
    const actor = await requireActor(c, deps, listUpload)
    const id = c.req.param('id') ?? ''
    if (!/^[0-9a-f-]{36}$/i.test(id)) throw notFound('Salon')
    const salon = await requireSalon(sql, id)
    const file = await receiveFile(c)
    const check = (open: Sql) => requireStill(open, actor, listUpload)
    return c.json(await uploadList(deps, salon, { ...file, uploadedBy: actor.name, now: clock(), check }))
  })
}

async function commit(
  { id, listId, asOf, declaration }: HandlerInput<typeof lists.commitList>,
  context: CallContext,
) {
  const { sql, clock, actor } = context
  const now = clock()
  const salon = await requireSalon(sql, id)
  const read = await readForCommit(context, salon, { id: listId, now })
  return retryOnDeadlock(sql, async (open) => {
    const counts = await commitList(open, salon, read, { asOf, declaration, by: actor.name, now })
    const { textUnknownVisits } = declaration
    const detail = { ...counts, ...(textUnknownVisits && { textUnknownVisits }) }
    await audit(open, { actor, action: 'list.commit', subject: listId, detail })
    return counts
  })
}

function decide(
  { id, value, answer }: HandlerInput<typeof lists.decideAnswer>,
  { sql, clock, actor }: CallContext,
) {
  return inTransaction(sql, async (open) => {
    await requireSalon(open, id)
    const decision = { salonId: id, value, answer, by: actor.name, now: clock() }
    const decided = await decideAnswer(open, decision)
    const detail = { value, answer, decided }
    await audit(open, { actor, action: 'list.decide-answer', subject: id, detail })
    return { decided }
  })
}
