import type { ListPreview } from '@salonback/shared/clients/contract.ts'
import type { ListShare } from '@salonback/shared/owner/contract.ts'
import { commitList, removeList, uploadList } from '../clients/lists.ts'
import { findPreviewed } from '../clients/queries.ts'
import { audit } from '../db/audit.ts'
import { allowIdle, inTransaction, type Sql } from '../db/open.ts'
import { AppError } from '../http/errors.ts'
import { keepSubject, useOwnerLink } from '../salons/ownerLinks.ts'
import type { OwnerContext } from './actions.ts'
import { openLinkFor } from './openLink.ts'

/** Stores the file of the owner until it is shared, in place of an earlier one. Adds no clients. */
export function uploadOwnerList(
  { token, file, fileName }: { token: string; file: Buffer; fileName: string },
  { sql, env, clock }: OwnerContext,
): Promise<ListPreview> {
  return inTransaction(sql, async (open) => {
    const now = clock()
    const { salon, listId } = await openLinkFor(open, token, 'list', now)
    await allowIdle(open)
    const preview = await uploadList(open, salon, {
      file,
      fileName,
      uploadedBy: salon.ownerName,
      keys: env,
      now,
    })
    await removeEarlier(open, salon.id, listId)
    await keepSubject(open, token, preview.id)
    return preview
  })
}

/** Staff can have discarded or stored the earlier file meanwhile. */
async function removeEarlier(sql: Sql, salonId: string, listId: string | null) {
  if (listId && (await findPreviewed(sql, salonId, listId))) await removeList(sql, salonId, listId)
}

/** Stores the clients of the owner's list with the declaration, and ends the link. */
export function shareList(
  { token, listId, asOf, declaration }: ListShare & { token: string },
  { sql, clock }: OwnerContext,
) {
  return inTransaction(sql, async (open) => {
    const now = clock()
    const { salon, listId: uploaded } = await openLinkFor(open, token, 'list', now)
    if (listId !== uploaded) throw new AppError('not_found', 'We do not know this list.')
    const counts = await commitList(open, salon, { id: listId, asOf, declaration, by: salon.ownerName, now })
    await useOwnerLink(open, { token, subjectId: listId, now })
    await audit(open, { actor: 'owner', action: 'list.commit', subject: listId, detail: { ...counts } })
    return { message: 'Thank you. We have your list.' }
  })
}
