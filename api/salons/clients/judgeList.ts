import type { ListAnswers } from '@salonback/shared/salons/clients/contract.ts'
import { declaredConsent } from '@salonback/shared/salons/clients/declaredConsent.ts'
import { eligible, type Reason } from '@salonback/shared/salons/clients/eligible.ts'
import type { ListedClient } from '@salonback/shared/salons/clients/listedClient.ts'
import { localDate } from '@salonback/shared/sms/openHours.ts'
import type { Sql } from '../../platform/db/open.ts'
import type { PhoneKeys } from '../../platform/privacy/hash.ts'
import type { SalonRules } from '../salons/queries.ts'
import { findNumberFacts } from './clientFacts.ts'
import { runSteps } from './runSteps.ts'

type Known = Awaited<ReturnType<typeof findNumberFacts>>

/** Clients per query, so that memory does not hold the facts of a whole list. */
const CHUNK = 2000
const STEP = 100

interface JudgeList {
  keys: PhoneKeys
  now: Date
  answers?: ListAnswers
}

/**
 * Why each client of a list may not be texted, in their order, under the answers of the declaration. Without an answer, as
 * if they knew of texts and could refuse, and as if a yes were a written agreement.
 */
export async function judgeList(
  sql: Sql,
  clients: readonly ListedClient[],
  salon: SalonRules,
  { keys, now, answers = {} }: JudgeList,
): Promise<Reason[]> {
  const declared = {
    knewOfTexts: answers.knewOfTexts ?? 'yes',
    consentInWriting: answers.consentInWriting ?? 'yes',
  } as const
  const reasons: Reason[] = []
  for (let at = 0; at < clients.length; at += CHUNK) {
    const chunk = clients.slice(at, at + CHUNK)
    const phones = chunk.map(({ phone }) => phone)
    const known = await findNumberFacts(sql, { salonId: salon.id, keys, now }, phones)
    reasons.push(...(await runSteps(judgeInSteps(chunk, known, salon, { now, declared }))))
  }
  return reasons
}

function* judgeInSteps(
  clients: readonly ListedClient[],
  known: Known,
  salon: SalonRules,
  { now, declared }: { now: Date; declared: ListAnswers },
): Generator<void, Reason[]> {
  const at = now.toISOString()
  const listAsOf = localDate(salon.timeZone, now)
  const reasons: Reason[] = []
  for (const [index, client] of clients.entries()) {
    if (index % STEP === 0) yield
    const found = known.get(client.phone)
    if (!found) throw new Error('A number of the list was not looked up')
    const { consent, isOwner, storedVisit, undecidedAnswer: stored, ...facts } = found
    const undecided = { yes: null, no: null, unknown: stored, unread: client.consentValue }
    const undecidedAnswer = undecided[client.consent]
    const flags = isOwner ? [...client.flags, 'staff' as const] : client.flags
    const lastVisit = [client.lastVisit ?? '', storedVisit ?? ''].sort().at(-1) || null
    const listed = declaredConsent(client.consent, declared).map(
      (kind) => ({ kind, source: 'list', at }) as const,
    )
    const own = [...consent, ...listed]
    const all = { ...client, ...facts, lastVisit, flags, listAsOf, undecidedAnswer, consent: own }
    reasons.push(eligible(all, salon, now))
  }
  return reasons
}
