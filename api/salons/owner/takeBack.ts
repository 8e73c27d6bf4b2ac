import { lockNumber } from '../../core/suppressions/suppressions.ts'
import { inTransaction } from '../../platform/db/open.ts'
import { AppError } from '../../platform/http/errors.ts'
import { lockSalonState } from '../salons/queries.ts'
import { decideVisit } from '../visits/records.ts'
import type { OwnerContext } from './actions.ts'
import { openLinkFor } from './openLink.ts'
import { findNotCome } from './queries.ts'

/** Opens the question about a client again. Throws 409 after the next statement, or if staff have decided since. */
export function takeBack(
  { token, visitId }: { token: string; visitId: string },
  { sql, clock }: OwnerContext,
) {
  return inTransaction(sql, async (open) => {
    const now = clock()
    const { salon } = await openLinkFor(open, token, 'results', now)
    await lockSalonState(open, salon.id)
    const found = (await findNotCome(open, salon.id)).find((one) => one.visitId === visitId)
    if (!found)
      throw new AppError('conflict', 'This answer cannot be taken back any more. Please write to us.')
    await lockNumber(open, found.phone)
    const change = { salonId: salon.id, visitId }
    await decideVisit(open, change, { state: 'reported' }, { evidence: [], by: 'owner', now })
    return { message: 'Taken back. Please say whether they came.' }
  })
}
