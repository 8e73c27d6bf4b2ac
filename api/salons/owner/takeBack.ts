import { lockNumber } from '../../core/suppressions/suppressions.ts'
import { inTransaction, type Sql } from '../../platform/db/open.ts'
import { AppError } from '../../platform/http/errors.ts'
import { lockSalonState } from '../salons/queries.ts'
import { decideVisit } from '../visits/records.ts'
import type { OwnerContext } from './actions.ts'
import { openLinkFor } from './openLink.ts'

interface NotCome {
  visitId: string
  firstName: string | null
  phone: string
  decidedAt: Date
}

const MOST = 50

/** Clients of whom the owner said that they did not come, since the last statement. */
export const findNotCome = (sql: Sql, salonId: string) => sql<NotCome[]>`
  select v.id as visit_id, c.first_name, v.phone, v.decided_at from visits v join clients c on c.id = v.client_id
  where v.salon_id = ${salonId} and v.state = 'no_show' and v.decided_by = 'owner'
    and not exists (select 1 from statements t where t.salon_id = v.salon_id and t.issued_at > v.decided_at)
  order by v.decided_at desc, v.id limit ${MOST}`

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
