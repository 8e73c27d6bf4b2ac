import { money } from '@salonback/shared/formats.ts'
import type { Statement } from '@salonback/shared/salons/billing/contract.ts'
import { paidSinceOf, settledText } from '@salonback/shared/salons/billing/paper.ts'
import { lockNumber } from '../../core/suppressions/suppressions.ts'
import type { Deps } from '../../deps.ts'
import { ownerActor } from '../../platform/db/actor.ts'
import { inTransaction } from '../../platform/db/open.ts'
import { AppError } from '../../platform/http/errors.ts'
import { openDispute } from '../billing/disputes.ts'
import { findStatementPage, oneStatement } from '../billing/statements.ts'
import { lockSalonState } from '../salons/queries.ts'
import { decideVisit } from '../visits/records.ts'
import type { OwnerContext } from './actions.ts'
import { openLinkFor, unknownLink } from './openLink.ts'
import { findNotCome } from './queries.ts'
import { StatementNav } from './resultsPage.tsx'

/** Holds a fee until staff decide about the owner's note. */
export function dispute(
  { token, entryId, note }: { token: string; entryId: string; note: string },
  { sql, clock }: OwnerContext,
) {
  return inTransaction(sql, async (open) => {
    const now = clock()
    const { salon } = await openLinkFor(open, token, 'results', now)
    await openDispute(open, { salonId: salon.id, entryId, note }, { by: ownerActor(salon.id), now })
    return { message: 'Thank you. We are looking into it; until then you do not pay this fee.' }
  })
}

/** Opens the question about a client again. Throws 409 after the next statement, or if staff have decided since. */
export function takeBack(
  { token, visitId }: { token: string; visitId: string },
  { sql, clock, subscribers }: OwnerContext,
) {
  return inTransaction(sql, async (open) => {
    const now = clock()
    const { salon } = await openLinkFor(open, token, 'results', now)
    await lockSalonState(open, salon.id)
    const found = (await findNotCome(open, salon.id)).find((one) => one.visitId === visitId)
    if (!found)
      throw new AppError('conflict', 'This answer cannot be taken back any more. Please write to us.')
    await lockNumber(open, found.phone)
    const decision = { evidence: [], by: ownerActor(salon.id), now, subscribers }
    await decideVisit(open, salon, visitId, { state: 'reported' }, decision)
    return { message: 'Taken back. Please say whether they came.' }
  })
}

/** The page of a statement as issued, with a link back and the payments since. */
export async function statementOf({ sql, clock }: Deps, token: string, number: number): Promise<string> {
  const { salon, isHome } = await openLinkFor(sql, token, 'results', clock())
  const isNumber = Number.isInteger(number) && number > 0 && number < 1_000_000
  const page = isNumber ? await findStatementPage(sql, salon.id, number) : undefined
  if (!page) throw unknownLink()
  const words = isHome ? 'Back to your page' : 'Back to your results'
  // The stored page has no link: it is printed and mailed, too.
  const nav = StatementNav({ token, words, paid: paidNote(await oneStatement(sql, salon.id, number)) })
  return page.replace('<body>', () => `<body>\n${nav}`)
}

/** Payments since the page was stored, which never changes. */
function paidNote(statement: Statement): string | null {
  const { left, currency, credited } = statement
  const paid = paidSinceOf(statement)
  if (paid === 0) return null
  const rest = left > 0 ? `Still to pay: ${money(left, currency)}.` : 'Nothing is left to pay.'
  if (credited > 0) return `Since then: ${settledText(statement, currency)}. ${rest}`
  return left > 0 ? `You have paid ${money(paid, currency)}. ${rest}` : 'You have paid this statement.'
}
