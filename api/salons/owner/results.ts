import { dayAndClock } from '@salonback/shared/formats.ts'
import type { LedgerEntry } from '@salonback/shared/salons/billing/contract.ts'
import { payUrlOf, referenceOf } from '@salonback/shared/salons/billing/paper.ts'
import type { OwnerPage } from '@salonback/shared/salons/owner/ownerPage.ts'
import type { Salon } from '@salonback/shared/salons/salons/contract.ts'
import { nameAndNumber } from '@salonback/shared/salons/visits/names.ts'
import { localDate } from '@salonback/shared/sms/openHours.ts'
import type { Sql } from '../../platform/db/open.ts'
import { findEntries, findEntryClients, findOwed } from '../billing/ledger.ts'
import { findStatements, type PaymentSettings, vatOfSalon } from '../billing/statements.ts'
import { findPossibleVisits } from '../visits/undecided.ts'
import { findNotCome } from './queries.ts'

type Results = NonNullable<OwnerPage['results']>

/** Clients of a salon who may have come back, its fees, and its statements. */
export async function findResults(
  { sql, env, now }: { sql: Sql; env: PaymentSettings; now: Date },
  salon: Salon,
): Promise<Results> {
  const { id, currency, timeZone } = salon
  const dayOf = (at: string) => localDate(timeZone, new Date(at))
  const [possible, entries, owed, statements, notCome] = await Promise.all([
    findPossibleVisits(sql, salon, now),
    findEntries(sql, { salonId: id }),
    findOwed(sql, id, now, vatOfSalon(env, salon)),
    findStatements(sql, id),
    findNotCome(sql, id),
  ])
  const dueOn = new Map(statements.map((statement) => [statement.number, statement.dueOn]))
  const names = await findNames(sql, entries.items)
  return {
    today: localDate(timeZone, now),
    currency,
    toDecide: possible.map(({ firstName, phone, visitAt, ...visit }) => ({
      ...visit,
      client: nameAndNumber(firstName, phone),
      time: visitAt && dayAndClock(visitAt.toISOString(), timeZone),
    })),
    lines: entries.items.map(
      ({ id: entryId, line, kind, amount, payableFrom, dispute, held, statementNumber, corrects }) => ({
        ...line,
        client: names.get(entryId) ?? line.client,
        id: entryId,
        kind,
        amount,
        payableOn: dayOf(payableFrom),
        dispute: dispute && stateOf(dispute),
        decision: dispute?.reason || null,
        held,
        statementNumber,
        corrects,
        disputableUntil: amount > 0 && statementNumber !== null ? (dueOn.get(statementNumber) ?? null) : null,
      }),
    ),
    owed,
    statements: statements.map(({ number, issuedAt, total, paid, credited, outstanding, left, dueOn }) => ({
      number,
      issuedOn: dayOf(issuedAt),
      total,
      paid,
      credited,
      outstanding,
      left,
      dueOn,
      payUrl: payUrlOf(env.PAYMENT_URL, {
        reference: referenceOf(salon.accountNumber, number),
        amount: left,
      }),
    })),
    notCome: notCome.map(({ visitId, firstName, phone, decidedAt }) => ({
      visitId,
      client: nameAndNumber(firstName, phone),
      answeredOn: localDate(timeZone, decidedAt),
    })),
  }
}

/** Names of the entries' clients on the salon's list. Clients who left the list are missing. */
async function findNames(sql: Sql, entries: LedgerEntry[]): Promise<Map<string, string>> {
  const found = await findEntryClients(
    sql,
    entries.map(({ id }) => id),
  )
  return new Map(found.map(({ entryId, firstName, phone }) => [entryId, nameAndNumber(firstName, phone)]))
}

function stateOf({ decidedAt, upheld, amount }: NonNullable<LedgerEntry['dispute']>) {
  if (decidedAt === null) return 'open' as const
  if (upheld && amount !== null) return 'reduced' as const
  return upheld ? ('upheld' as const) : ('rejected' as const)
}
