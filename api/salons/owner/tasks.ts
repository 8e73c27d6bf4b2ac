import type { TaskFacts } from '@salonback/shared/salons/owner/tasks.ts'
import { AGREEMENT_VERSION } from '@salonback/shared/salons/salons/agreementVersion.ts'
import type { Salon } from '@salonback/shared/salons/salons/contract.ts'
import { localDate } from '@salonback/shared/sms/openHours.ts'
import type { Sql } from '../../platform/db/open.ts'
import { findDueOn } from '../billing/statements.ts'
import { countOpenQuestions } from '../handover/queries.ts'
import { datesKnownOn } from '../salons/bookingsFeed.ts'
import { isUsedUp } from '../salons/isUsedUp.ts'
import { findAccount } from '../salons/owed.ts'
import { lateOfSalon } from '../salons/unsentTexts.ts'
import { findPossibleVisits } from '../visits/undecided.ts'

type StoredFacts = Omit<TaskFacts, 'today' | 'questions' | 'undecided' | 'outstanding' | 'unpaid'>

/** The facts that decide about the tasks of a salon's owner. */
export async function findTaskFacts(sql: Sql, salon: Salon, now: Date): Promise<TaskFacts> {
  const [[stored], questions, possible, account] = await Promise.all([
    sql<[StoredFacts]>`
      select s.agreed_at is not null and s.agreement_version is not distinct from ${AGREEMENT_VERSION} as agreed,
        s.agreed_at is not null as agreed_before,
        ${datesKnownOn(sql, now)}::text as list_as_of,
        ${lateOfSalon(sql, now)}->>'listEndsOn' as late_from,
        exists (select 1 from messages m join campaigns c on c.id = m.campaign_id
          where c.salon_id = s.id and c.state in ('running', 'paused') and m.status = 'queued') as texts_waiting,
        exists (select 1 from offers o where o.salon_id = s.id and o.state = 'with_owner') as offer_waits,
        exists (select 1 from offers o where o.salon_id = s.id and o.state = 'approved' and not ${isUsedUp(sql, 'o')}) as offer_approved
      from salons s where s.id = ${salon.id}`,
    countOpenQuestions(sql, salon.id),
    findPossibleVisits(sql, salon, now),
    findAccount(sql, salon.id),
  ])
  const unpaid = account.balances.filter(({ outstanding }) => outstanding > 0).map(({ number }) => number)
  const newest = unpaid.at(-1)
  return {
    ...stored,
    today: localDate(salon.timeZone, now),
    questions,
    undecided: possible.length,
    outstanding: account.owed,
    unpaid: newest === undefined ? null : { number: newest, dueOn: await findDueOn(sql, salon.id, unpaid) },
  }
}
