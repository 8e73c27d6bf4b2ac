import type { OwnerPage } from '@salonback/shared/salons/owner/ownerPage.ts'
import type { Salon } from '@salonback/shared/salons/salons/contract.ts'
import { nameAndNumber } from '@salonback/shared/salons/visits/names.ts'
import type { Sql } from '../../platform/db/open.ts'
import { findHandover, findOpenHandovers, type HandoverRow } from '../handover/queries.ts'

type Handover = NonNullable<OwnerPage['handover']>

/** The hand-overs that the link shows: the one it was made for, else all open ones. */
export async function findHandovers(
  sql: Sql,
  { salon, subjectId }: { salon: Salon; subjectId: string | null },
  now: Date,
): Promise<Handover> {
  const one = subjectId === null ? undefined : await findHandover(sql, salon.id, subjectId)
  const rows = subjectId === null ? await findOpenHandovers(sql, salon.id, now) : one ? [one] : []
  const of = (kind: HandoverRow['kind']) => rows.filter((row) => row.kind === kind)
  return {
    timeZone: salon.timeZone,
    questions: of('question').map(({ createdAt, answer, answerWords, ...row }) => ({
      ...head(row),
      askedAt: createdAt,
      answer,
      answerWords,
    })),
    bookings: of('booking').map(({ visitAt, isCanceled, ...row }) => ({ ...head(row), visitAt, isCanceled })),
  }
}

const head = ({
  id,
  firstName,
  phone,
  words,
}: Pick<HandoverRow, 'id' | 'firstName' | 'phone' | 'words'>) => ({
  id,
  client: nameAndNumber(firstName, phone),
  words,
})
