import { plural } from '@salonback/shared/formats.ts'
import { collectedDue } from '@salonback/shared/salons/handover/tellTimes.ts'
import { localDate } from '@salonback/shared/sms/openHours.ts'
import type { Deps } from '../../deps.ts'
import { inTransaction, type Sql } from '../../platform/db/open.ts'
import { runEach } from '../../platform/runEach.ts'
import { hasOwnerMessage } from '../ownerLinks/ownerMessages.ts'
import { findWaiting, findWaitingSalons, lockHandoverSalon, saveTold } from './queries.ts'
import { sendHandoverLink, type TellDeps } from './tellOwner.ts'

/** Sends owners one text about the questions and bookings that could get no text of their own. */
export async function sendCollected(deps: TellDeps & Pick<Deps, 'sql' | 'log'>): Promise<void> {
  const now = deps.clock()
  await runEach(deps, await findWaitingSalons(deps.sql), {
    what: 'a collected text to an owner',
    idsOf: ({ salonId }) => ({ salonId }),
    step: async ({ salonId, timeZone, oldest }) => {
      const due = collectedDue(timeZone, oldest, now)
      if (!due) return
      const dedupeKey = `handover:collected:${salonId}:${localDate(timeZone, now)}:${due}`
      await inTransaction(deps.sql, (open) => sendOne(open, deps, salonId, dedupeKey))
    },
  })
}

async function sendOne(sql: Sql, deps: TellDeps, salonId: string, dedupeKey: string): Promise<void> {
  // Checked again under the lock: another worker may have been first.
  const salon = await lockHandoverSalon(sql, salonId)
  const waiting = await findWaiting(sql, salonId)
  if (!salon || waiting.length === 0) return
  const ids = waiting.map(({ id }) => id)
  const open = waiting.filter(({ isOver }) => !isOver).length
  const onPageOnly = salon.state === 'closed' || !salon.handoverTexts || open === 0
  if (!onPageOnly && (await hasOwnerMessage(sql, dedupeKey))) return
  const words = `${plural(open, 'more question or booking', 'more questions and bookings')} of clients.`
  const sentBy = onPageOnly
    ? null
    : await sendHandoverLink(sql, deps, salon, { words, button: 'Open', subjectId: null, dedupeKey })
  await saveTold(sql, ids, sentBy ?? 'page', deps.clock())
}
