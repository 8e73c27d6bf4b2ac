import type { ListPreview } from '@salonback/shared/salons/lists/contract.ts'
import type { ColumnChoice, ListShare } from '@salonback/shared/salons/owner/contract.ts'
import type { BookingSystem } from '@salonback/shared/salons/owner/exportGuides.ts'
import { ownerActor } from '../../platform/db/actor.ts'
import { audit } from '../../platform/db/audit.ts'
import { inTransaction, type Sql } from '../../platform/db/open.ts'
import { retryOnDeadlock } from '../../platform/db/retryOnDeadlock.ts'
import { AppError } from '../../platform/http/errors.ts'
import { commitList, previewOf, readForCommit, remapList, requirePreview } from '../lists/lists.ts'
import { findPreviewed, insertList } from '../lists/queries.ts'
import { readFile } from '../lists/readFile.ts'
import { removeList } from '../lists/undo.ts'
import { keepSubject, useOwnerLink } from '../ownerLinks/ownerLinks.ts'
import type { OwnerContext } from './actions.ts'
import { openLink, openLinkFor } from './openLink.ts'
import { thanks } from './parts.tsx'
import { saveSystem } from './queries.ts'

/** Stores the file of the owner until it is shared, in place of an earlier one. Adds no clients. */
export async function uploadOwnerList(
  { token, file, fileName }: { token: string; file: Buffer; fileName: string },
  context: OwnerContext,
): Promise<ListPreview> {
  const now = context.clock()
  const { salon } = await openLink(context.sql, token, now, { step: 'list' })
  const list = { file, fileName, uploadedBy: salon.ownerName, now }
  const read = await readFile(list, salon, now)
  const inserted = await inTransaction(context.sql, async (open) => {
    const { listId } = await openLinkFor(open, token, 'list', now)
    const stored = await insertList(open, salon.id, list, read)
    await removeEarlier(open, salon.id, listId)
    await keepSubject(open, token, stored.id)
    return stored
  })
  return previewOf(context, inserted, salon, { now })
}

/** Staff can have discarded or stored the earlier file meanwhile. */
async function removeEarlier(sql: Sql, salonId: string, listId: string | null) {
  if (listId && (await findPreviewed(sql, salonId, listId))) await removeList(sql, salonId, listId)
}

/** The uploaded list of a link, not locked. */
async function openList({ sql, clock }: OwnerContext, token: string, listId: string) {
  const now = clock()
  const link = await openLink(sql, token, now, { step: 'list' })
  if (listId !== link.listId) throw new AppError('not_found', 'We do not know this list.')
  return { now, salon: link.salon }
}

/** Reads the list again with the owner's columns, sheet and hidden rows. */
export async function remapOwnerList(
  { token, listId, phone, lastVisit, ...options }: ColumnChoice & { token: string },
  context: OwnerContext,
) {
  const { now, salon } = await openList(context, token, listId)
  const { mapping } = await requirePreview(context.sql, salon.id, listId)
  const chosen = {
    ...mapping,
    ...(phone !== undefined && { phone }),
    ...(lastVisit !== undefined && { lastVisit }),
  }
  await remapList(context, salon, { id: listId, mapping: chosen, options, now })
  return { message: 'We read your list again.' }
}

/** Stores the clients of the owner's list with the declaration, and ends the link. */
export async function shareList(
  { token, listId, asOf, declaration }: ListShare & { token: string },
  context: OwnerContext,
) {
  const { now, salon } = await openList(context, token, listId)
  const read = await readForCommit(context, salon, { id: listId, now })
  return retryOnDeadlock(context.sql, async (open) => {
    await openLinkFor(open, token, 'list', now)
    const counts = await commitList(open, salon, read, { asOf, declaration, by: salon.ownerName, now })
    await useOwnerLink(open, { token, subjectId: listId, now })
    const { textUnknownVisits } = declaration
    const detail = { ...counts, ...(textUnknownVisits && { textUnknownVisits }) }
    await audit(open, { actor: ownerActor(salon.id), action: 'list.commit', subject: listId, detail })
    return { message: thanks.share }
  })
}

/** Remembers the system that the owner exports from. */
export function chooseSystem(
  { token, system }: { token: string; system: BookingSystem },
  { sql, clock }: OwnerContext,
) {
  return inTransaction(sql, async (open) => {
    const { salon } = await openLinkFor(open, token, 'list', clock())
    await saveSystem(open, salon.id, system)
    return { message: 'Saved.' }
  })
}
