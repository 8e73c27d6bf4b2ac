import { audit } from '../../platform/db/audit.ts'
import { inTransaction } from '../../platform/db/open.ts'
import { saveSettings } from '../handover/queries.ts'
import { ACTOR, type OwnerContext } from './actions.ts'
import { openLinkFor } from './openLink.ts'
import { thanks } from './parts.ts'

/** Turns the texts about questions and bookings of clients on or off. Only through a home link. */
export function setTexts({ token, texts }: { token: string; texts: boolean }, { sql, clock }: OwnerContext) {
  return inTransaction(sql, async (open) => {
    const { salon } = await openLinkFor(open, token, 'home', clock())
    await saveSettings(open, salon.id, { texts })
    const detail = { fields: ['texts'] }
    await audit(open, { actor: ACTOR, action: 'salon.handover', subject: salon.id, detail })
    return { message: thanks['client-texts'] }
  })
}
