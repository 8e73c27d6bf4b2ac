import { countReasons, eligible, type Reason } from '@salonback/shared/salons/clients/eligible.ts'
import type { ListAnswers } from '@salonback/shared/salons/lists/contract.ts'
import { declaredConsent } from '@salonback/shared/salons/lists/declaredConsent.ts'
import type { ListedClient } from '@salonback/shared/salons/lists/listedClient.ts'
import { toldByList } from '@salonback/shared/salons/lists/toldByList.ts'
import { localDate } from '@salonback/shared/sms/openHours.ts'
import { findNumberFacts } from '../clients/clientFacts.ts'
import type { SalonRules } from '../salons/queries.ts'
import type { PreviewedList } from './queries.ts'
import type { ListContext } from './readFile.ts'
import { findStagedClients } from './stagedRows.ts'

/** Clients per query, so that memory does not hold the facts of a whole list. */
const CHUNK = 500

export interface JudgeList {
  now: Date
  answers?: ListAnswers | undefined
  /** Begins after this row. */
  after?: number
}

/**
 * Why each client of a list may not be texted, in their order, under the answers of the declaration. Without an answer, as
 * if they knew of texts and could refuse, and as if a yes were a written agreement.
 */
export async function* judgeList(
  { sql, env }: ListContext,
  { id, mapping }: Pick<PreviewedList, 'id' | 'mapping'>,
  salon: SalonRules,
  { now, answers = {}, after = 0 }: JudgeList,
): AsyncGenerator<{ client: ListedClient; reason: Reason }> {
  const { textUnknownVisits, knewOfTexts = 'yes', consentInWriting = 'yes' } = answers
  const rules = textUnknownVisits ? { ...salon, textsUnknownVisits: textUnknownVisits === 'yes' } : salon
  const judging = { now, declared: { knewOfTexts, consentInWriting }, told: toldByList(mapping) }
  for (let last = after; ; ) {
    const clients = await findStagedClients(sql, id, { after: last, size: CHUNK })
    const phones = clients.map(({ phone }) => phone)
    const known = await findNumberFacts(sql, { salonId: salon.id, keys: env, now }, phones)
    for (const client of clients) yield { client, reason: judge(client, known, rules, judging) }
    if (clients.length < CHUNK) return
    last = clients.at(-1)?.row ?? last
  }
}

type Known = Awaited<ReturnType<typeof findNumberFacts>>
type Judging = { now: Date; declared: ListAnswers; told: ReturnType<typeof toldByList> }

function judge(
  client: ListedClient,
  known: Known,
  salon: SalonRules,
  { now, declared, told }: Judging,
): Reason {
  const found = known.get(client.phone)
  if (!found) throw new Error('A number of the list was not looked up')
  const { consent, isOwner, stored, ...facts } = found
  const undecided = { yes: null, no: null, unknown: stored?.undecidedAnswer, unread: client.consentValue }
  const kept = stored?.flags.filter((flag) => !told.flags.includes(flag)) ?? []
  const listed = declaredConsent(client.consent, declared).map(
    (kind) => ({ kind, source: 'list', at: now.toISOString() }) as const,
  )
  const all = {
    ...client,
    ...facts,
    lastVisit: [client.lastVisit ?? '', stored?.lastVisit ?? ''].sort().at(-1) || null,
    nextVisit: client.nextVisit ?? (told.nextVisit ? null : (stored?.nextVisit ?? null)),
    flags: [...client.flags, ...kept, ...(isOwner ? ['staff' as const] : [])],
    listAsOf: localDate(salon.timeZone, now),
    undecidedAnswer: undecided[client.consent],
    consent: [...consent, ...listed],
  }
  return eligible(all, salon, now)
}

/** The clients of a list per reason. */
export async function countList(...list: Parameters<typeof judgeList>): Promise<Record<Reason, number>> {
  const counts = countReasons([])
  for await (const { reason } of judgeList(...list)) counts[reason]++
  return counts
}
