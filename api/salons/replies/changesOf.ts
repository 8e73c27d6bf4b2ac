import type { SalonReply } from '@salonback/shared/salons/replies/contract.ts'
import type { Sql } from '../../platform/db/open.ts'
import { currentTransaction } from '../../platform/undo/undos.ts'
import { findVisitVersions } from '../visits/queries.ts'
import { findTextStates, type Mark } from './queries.ts'

/** Runs `store`; returns its result and what it changed. Call with the number locked. */
export async function changesOf<Result>(
  sql: Sql,
  reply: SalonReply,
  store: () => Promise<Result>,
): Promise<{ result: Result; mark: Mark }> {
  const textsBefore = await findTextStates(sql, reply)
  const visitsBefore = await findVisitVersions(sql, reply)
  const result = await store()
  const textsAfter = new Map((await findTextStates(sql, reply)).map((text) => [text.id, text]))
  const ended = (state: 'waiting' | 'pending') =>
    textsBefore.filter((text) => text[state] && !textsAfter.get(text.id)?.[state]).map(({ id }) => id)
  const known = new Map(visitsBefore.map((visit) => [visit.id, visit]))
  const mark = {
    was: reply.outcome,
    madeIn: await currentTransaction(sql),
    seq: textsBefore.at(-1)?.seq ?? 0,
    waiting: ended('waiting'),
    pending: ended('pending'),
    visits: (await findVisitVersions(sql, reply)).flatMap(({ id, version }) => {
      const before = known.get(id)
      return before?.version === version ? [] : [{ id, version, before: before?.decision ?? null }]
    }),
  }
  return { result, mark }
}
