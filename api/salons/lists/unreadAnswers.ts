import type { ConsentAnswer } from '@salonback/shared/salons/lists/contract.ts'
import type { Sql } from '../../platform/db/open.ts'
import type { PreviewedList } from './queries.ts'
import { answerKey } from './stagedRows.ts'

/** Answers about texts that cannot be read, with their clients, the most frequent first. */
export function findUnreadAnswers(sql: Sql, salonId: string) {
  return sql<{ value: string; clients: number }[]>`
    select min(undecided_answer) as value, count(*)::int as clients from clients
    where salon_id = ${salonId} and undecided_answer is not null
    group by lower(undecided_answer) order by clients desc, value limit 100`
}

interface Decision {
  salonId: string
  value: string
  answer: ConsentAnswer
  /** Username of staff. */
  by: string
  now: Date
}

/**
 * Decides an answer for all clients of the salon who gave it, and returns how many. A consent is written consent only if
 * the salon declared so with the list that has the answer.
 */
export async function decideAnswer(sql: Sql, { salonId, value, answer, by, now }: Decision): Promise<number> {
  const wording = `Answer on the list: “${value}”`
  const [{ decided }] = await sql<[{ decided: number }]>`
    with given as (
      select c.id, c.phone, c.undecided_answer, l.id as list_id, l.sha256, l.as_of, l.declaration
      from clients c left join client_lists l on l.id = c.list_id
      where c.salon_id = ${salonId} and lower(c.undecided_answer) = lower(${answerKey(value)}) for update of c
    ), said as (
      insert into consent_events (salon_id, phone, at, kind, source, wording, list_id, evidence)
      select ${salonId}, phone, ${now}, case when ${answer} = 'objection' then 'objection'
          when declaration->>'consentInWriting' = 'yes' then 'written_consent' else 'listed_yes' end,
        'staff', ${wording}, list_id, jsonb_build_object('sha256', sha256, 'value', undecided_answer,
          'listDate', as_of, 'decidedBy', ${by}::text)
      from given where ${answer} <> 'nothing'
    ), decided as (
      update clients c set undecided_answer = null from given where given.id = c.id returning 1
    )
    select count(*)::int as decided from decided`
  return decided
}

/** Clears answers of earlier lists that staff decided while they looked at this one. */
export async function forgetDecided(sql: Sql, { id, salonId, options }: PreviewedList): Promise<void> {
  const values = (options.consentAnswers ?? []).map(({ value }) => answerKey(value))
  if (values.length === 0) return
  await sql`
    update clients set undecided_answer = null
    where salon_id = ${salonId} and list_id = ${id}
      and lower(undecided_answer) in (select lower(value) from unnest(${values}::text[]) as given (value))`
}
