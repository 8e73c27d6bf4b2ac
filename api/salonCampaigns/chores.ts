import { writeOffer } from '@salonback/shared/salons/offer.ts'
import { nextSalonWindow } from '@salonback/shared/salons/sendWindow.ts'
import { findClients } from '../clients/facts.ts'
import type { Deps } from '../deps.ts'
import { findClosed, findDueReminders, findGuardFacts, moveToWindow, queueOfferTexts } from './queries.ts'

type Choring = Pick<Deps, 'sql' | 'env' | 'clock'>

/** Texts per round. */
const BATCH = 500

/** Moves queued texts of salons whose window has ended to their next one. */
export async function deferSalonTexts({ sql, env, clock }: Choring): Promise<void> {
  for (const { id, phone, timeZone, dueAt, was } of await findClosed(sql, clock(), BATCH)) {
    const { opensAt, closesAt } = nextSalonWindow({ timeZone }, phone, env.QUIET_HOURS, dueAt)
    await moveToWindow(sql, { id, was, dueAt: opensAt, dueUntil: closesAt })
  }
}

/** Queues one reminder to each client who had the offer and did not answer. The send guard decides who still gets it. */
export async function queueReminders({ sql, env, clock }: Choring): Promise<void> {
  const now = clock()
  for (const due of await findDueReminders(sql, now, BATCH)) {
    const facts = await findGuardFacts(sql, due.campaignId)
    if (!facts?.reminderText) continue
    const [client] = await findClients(sql, { salonId: due.salonId, now }, sql`and c.id = ${due.clientId}`)
    if (!client) continue
    const { opensAt, closesAt } = nextSalonWindow(facts, due.phone, env.QUIET_HOURS, now)
    const written = writeOffer(facts.reminderText, {
      firstName: client.firstName,
      salon: facts,
      link: facts.bookingUrl ?? '',
    })
    const text = { clientId: due.clientId, phone: due.phone, ...written, dueAt: opensAt, dueUntil: closesAt }
    await queueOfferTexts(sql, { ...due, kind: 'reminder', now }, [text])
  }
}
