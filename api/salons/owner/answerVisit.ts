import { money, shortDay } from '@salonback/shared/formats.ts'
import type { VisitAnswer } from '@salonback/shared/salons/owner/contract.ts'
import type { Salon } from '@salonback/shared/salons/salons/contract.ts'
import { localDate } from '@salonback/shared/sms/openHours.ts'
import { lockNumber } from '../../core/suppressions/suppressions.ts'
import { ownerActor } from '../../platform/db/actor.ts'
import { inTransaction, type Sql } from '../../platform/db/open.ts'
import { AppError, notFound } from '../../platform/http/errors.ts'
import { askUnusual } from '../visits/askUnusual.ts'
import { findClientPhone, findVisitOn, findVisitsOf, type VisitRow } from '../visits/queries.ts'
import { decideVisit, recordVisit } from '../visits/records.ts'
import { findPossibleVisits } from '../visits/undecided.ts'
import type { OwnerContext } from './actions.ts'
import { openLinkFor } from './openLink.ts'
import { findFirstTextDay } from './queries.ts'

const saved = { message: 'Thank you. Saved.' }

/**
 * Stores whether a client came, and the fee for it, once for each question of the page. A repeat changes nothing. A different
 * answer throws 409, because a change is a dispute.
 */
export function answerVisit(
  answer: VisitAnswer & { token: string },
  { sql, clock, subscribers }: OwnerContext,
) {
  return inTransaction(sql, async (open) => {
    const now = clock()
    const { salon } = await openLinkFor(open, answer.token, 'results', now)
    const { clientId } = answer
    const phone = await findClientPhone(open, salon.id, clientId)
    if (!phone) throw notFound('Client')
    // Answers of other links and decisions of staff wait until this one is stored.
    await lockNumber(open, phone)
    const decided = await findDecided(open, salon, answer, now)
    if (decided) refuseChange(answer, decided, salon)
    else await store(open, salon, answer, { now, subscribers })
    return saved
  })
}

const isDecided = ({ state }: VisitRow) => state !== 'reported' && state !== 'booked'

/** The visit that this answer is about, if it was decided before. Throws 409 if no question about the client is open. */
async function findDecided(
  sql: Sql,
  salon: Salon,
  answer: VisitAnswer,
  now: Date,
): Promise<VisitRow | undefined> {
  const { clientId, visitId } = answer
  const all = await findVisitsOf(sql, salon.id, clientId)
  const named = all.find(({ id }) => id === visitId)
  if (visitId && !named) throw notFound('Visit')
  if (named && isDecided(named)) return named
  const [question] = await findPossibleVisits(sql, salon, now, clientId)
  if (!named && !question) {
    const latest = all.find(isDecided)
    if (latest) return latest
    throw new AppError('conflict', 'This client did not answer or book after a text')
  }
  if (answer.came === 'no') return undefined
  const sameDay = await findVisitOn(sql, { clientId, day: answer.visitOn, timeZone: salon.timeZone })
  return sameDay && isDecided(sameDay) ? sameDay : undefined
}

async function store(
  sql: Sql,
  salon: Salon,
  answer: VisitAnswer,
  { now, subscribers }: Pick<OwnerContext, 'subscribers'> & { now: Date },
): Promise<void> {
  const { clientId } = answer
  const given =
    answer.came === 'yes'
      ? { state: 'attended' as const, visitOn: answer.visitOn, amount: answer.amount }
      : { state: 'no_show' as const }
  // A no must not become evidence if staff find out later that the client came.
  const evidence =
    answer.came === 'yes' ? [{ kind: 'owner' as const, name: salon.ownerName, at: now.toISOString() }] : []
  const decision = { evidence, by: ownerActor(salon.id), now, subscribers }
  if (answer.came === 'yes') {
    const { visitId, amount, amountConfirmed: confirmed } = answer
    await askUnusual(sql, salon, { visitId, amount, confirmed })
  }
  if (answer.came === 'yes') requireAfterText(answer, await findFirstTextDay(sql, salon, clientId))
  const [question] = await findPossibleVisits(sql, salon, now, clientId)
  const visitId = answer.visitId ?? question?.visitId
  if (visitId) {
    await requireNotLower(sql, salon, answer, visitId)
    await decideVisit(sql, salon, visitId, given, decision)
    return
  }
  const unknown = { visitOn: null, amount: null, bookedAt: null, service: 'treatment' as const }
  await recordVisit(sql, salon, { clientId, ...unknown, ...given }, decision)
}

/** A mistyped year would end the question without a fee, and an owner cannot take a yes back. */
function requireAfterText({ visitOn }: { visitOn: string }, textedOn: string | null): void {
  if (textedOn === null || visitOn >= textedOn) return
  const problem = `We texted this client on ${shortDay(textedOn)}. Please enter the day of the visit after that.`
  throw new AppError('invalid', problem, { fields: { visitOn: problem } })
}

/** Keeps an amount that was confirmed before, even if staff have opened the visit again. */
async function requireNotLower(sql: Sql, salon: Salon, answer: VisitAnswer, visitId: string): Promise<void> {
  const visit = (await findVisitsOf(sql, salon.id, answer.clientId)).find(({ id }) => id === visitId)
  const amount = visit?.amount ?? null
  if (answer.came === 'yes' && amount !== null && answer.amount < amount)
    throw new AppError('conflict', `We have ${money(amount, salon.currency)} for this visit. ${howToChange}`)
}

const howToChange = 'Is it wrong? Please dispute the fee below, or write to us.'

function refuseChange(answer: VisitAnswer, visit: VisitRow, salon: Salon): void {
  if (isSame(answer, visit, salon)) return
  throw new AppError('conflict', `We have an answer already: ${answerText(visit, salon)}. ${howToChange}`)
}

const dayOf = ({ visitAt }: VisitRow, { timeZone }: Salon) =>
  visitAt && localDate(timeZone, new Date(visitAt))

function isSame(answer: VisitAnswer, visit: VisitRow, salon: Salon): boolean {
  if (answer.came === 'no') return visit.state === 'no_show'
  const sameDay = answer.visitOn === dayOf(visit, salon)
  return visit.state === 'attended' && sameDay && answer.amount === visit.amount
}

/** `came on 18 Mar 2026, £45.50` */
function answerText(visit: VisitRow, salon: Salon): string {
  if (visit.state === 'no_show') return 'did not come'
  if (visit.state === 'canceled') return 'canceled'
  const day = dayOf(visit, salon)
  return [
    day ? `came on ${shortDay(day)}` : 'came',
    ...(visit.amount === null ? [] : [money(visit.amount, salon.currency)]),
  ].join(', ')
}
