import { inTransaction } from '../../platform/db/open.ts'
import { switchProgramme } from '../programmes/setProgramme.ts'
import { ACTOR, type OwnerContext } from './actions.ts'
import { openLinkFor } from './openLink.ts'
import { thanks } from './parts.ts'

/** Pauses the monthly texts, or turns them on again. Only through a home link. */
export function setProgramme(
  { token, on }: { token: string; on: boolean },
  { sql, clock, env }: OwnerContext,
) {
  return inTransaction(sql, async (open) => {
    const now = clock()
    const { salon } = await openLinkFor(open, token, 'home', now)
    await switchProgramme(open, { salonId: salon.id, timeZone: salon.timeZone, on, by: ACTOR, env, now })
    return { message: thanks.monthly }
  })
}
