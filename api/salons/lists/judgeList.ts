import { eligible, type Reason } from '@salonback/shared/salons/clients/eligible.ts'
import type { ListAnswers } from '@salonback/shared/salons/lists/contract.ts'
import { declaredConsent } from '@salonback/shared/salons/lists/declaredConsent.ts'
import type { ListedClient } from '@salonback/shared/salons/lists/listedClient.ts'
import { toldByList } from '@salonback/shared/salons/lists/toldByList.ts'
import { localDate } from '@salonback/shared/sms/openHours.ts'
import type { Sql } from '../../platform/db/open.ts'
import type { PhoneKeys } from '../../platform/privacy/hash.ts'
import { findNumberFacts } from '../clients/clientFacts.ts'
import { runSteps } from '../clients/runSteps.ts'
import type { SalonRules } from '../salons/queries.ts'
import type { ReadList } from './readFile.ts'

type Known = Awaited<ReturnType<typeof findNumberFacts>>

/** Clients per query, so that memory does not hold the facts of a whole list. */
const CHUNK = 500
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
  { reading: { clients }, mapping }: Pick<ReadList, 'reading' | 'mapping'>,
  salon: SalonRules,
  { keys, now, answers = {} }: JudgeList,
): Promise<Reason[]> {
  const told = toldByList(mapping)
  const { textUnknownVisits } = answers
  const rules = textUnknownVisits ? { ...salon, textsUnknownVisits: textUnknownVisits === 'yes' } : salon
  const declared = {
    knewOfTexts: answers.knewOfTexts ?? 'yes',
    consentInWriting: answers.consentInWriting ?? 'yes',
  } as const
  const reasons: Reason[] = []
  for (let at = 0; at < clients.length; at += CHUNK) {
    const chunk = clients.slice(at, at + CHUNK)
    const phones = chunk.map(({ phone }) => phone)
    const known = await findNumberFacts(sql, { salonId: salon.id, keys, now }, phones)
    reasons.push(...(await runSteps(judgeInSteps(chunk, known, rules, { now, declared, told }))))
  }
  return reasons
}

function* judgeInSteps(
  clients: readonly ListedClient[],
  known: Known,
  salon: SalonRules,
  { now, declared, told }: { now: Date; declared: ListAnswers; told: ReturnType<typeof toldByList> },
): Generator<void, Reason[]> {
  const at = now.toISOString()
  const listAsOf = localDate(salon.timeZone, now)
  const reasons: Reason[] = []
  for (const [index, client] of clients.entries()) {
    if (index % STEP === 0) yield
    const found = known.get(client.phone)
    if (!found) throw new Error('A number of the list was not looked up')
    const { consent, isOwner, stored, ...facts } = found
    const undecided = { yes: null, no: null, unknown: stored?.undecidedAnswer, unread: client.consentValue }
    const undecidedAnswer = undecided[client.consent]
    const kept = stored?.flags.filter((flag) => !told.flags.includes(flag)) ?? []
    const flags = [...client.flags, ...kept, ...(isOwner ? ['staff' as const] : [])]
    const lastVisit = [client.lastVisit ?? '', stored?.lastVisit ?? ''].sort().at(-1) || null
    const nextVisit = client.nextVisit ?? (told.nextVisit ? null : (stored?.nextVisit ?? null))
    const listed = declaredConsent(client.consent, declared).map(
      (kind) => ({ kind, source: 'list', at }) as const,
    )
    const own = [...consent, ...listed]
    const all = { ...client, ...facts, lastVisit, nextVisit, flags, listAsOf, undecidedAnswer, consent: own }
    reasons.push(eligible(all, salon, now))
  }
  return reasons
}
