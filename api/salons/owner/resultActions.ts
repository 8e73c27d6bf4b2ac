import { money } from '@salonback/shared/formats.ts'
import type { Statement } from '@salonback/shared/salons/ledger/contract.ts'
import { html } from 'hono/html'
import type { Deps } from '../../deps.ts'
import { inTransaction } from '../../platform/db/open.ts'
import { openDispute } from '../ledger/disputes.ts'
import { findStatementPage } from '../ledger/queries.ts'
import { oneStatement } from '../ledger/statements.ts'
import type { OwnerContext } from './actions.ts'
import { openLinkFor, unknownLink } from './openLink.ts'

/** Holds a fee until staff decide about the owner's note. */
export function dispute(
  { token, entryId, note }: { token: string; entryId: string; note: string },
  { sql, clock }: OwnerContext,
) {
  return inTransaction(sql, async (open) => {
    const now = clock()
    const { salon } = await openLinkFor(open, token, 'results', now)
    await openDispute(open, { salonId: salon.id, entryId, note }, { by: 'owner', now })
    return { message: 'Thank you. We are looking into it; until then you do not pay this fee.' }
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
  const nav = html`<nav class="back"><a href="/o/${token}">${words}</a>${paidNote(await oneStatement(sql, salon.id, number))}</nav>`
  return page.replace('<body>', () => `<body>\n${nav}`)
}

/** Shown above the stored page, which never changes. */
function paidNote({ paid, outstanding, currency }: Statement) {
  if (paid <= 0) return ''
  return html`<p>${
    outstanding > 0
      ? `You have paid ${money(paid, currency)}. Still to pay: ${money(outstanding, currency)}.`
      : 'You have paid this statement.'
  }</p>`
}
