import type { Appointment, AppointmentResult } from '@salonback/shared/salons/appointments/appointment.ts'
import { toE164 } from '@salonback/shared/sms/phone.ts'
import type { Deps } from '../../deps.ts'
import { inTransaction, type Sql } from '../../platform/db/open.ts'
import type { SalonRow } from '../salons/queries.ts'
import type { SettleDeps } from './settleAppointments.ts'
import { storeAppointments } from './storeAppointments.ts'

interface PreviewImport {
  salon: SalonRow
  fileName: string
  appointments: readonly Appointment[]
}

interface ImportFees {
  clients: number
  amount: number
}

interface ImportPreview {
  results: AppointmentResult[]
  charged: ImportFees
  takenBack: ImportFees
}

/** Ends the transaction of a preview without storing anything. */
class Previewed extends Error {
  constructor(readonly preview: ImportPreview) {
    super('the preview is complete')
  }
}

/** What an import would do: the appointments are stored and settled in a transaction that is rolled back. */
export async function previewImport(
  deps: SettleDeps & Pick<Deps, 'env'>,
  { salon, fileName, appointments }: PreviewImport,
): Promise<ImportPreview> {
  const { id: salonId, country } = salon
  const phones = [...new Set(appointments.flatMap(({ phone }) => toE164(phone, country) ?? []))]
  try {
    return await inTransaction(deps.sql, async (sql) => {
      const before = await findFees(sql, salonId, phones)
      const results = await storeAppointments(
        { ...deps, sql: sql as Deps['sql'] },
        { salon, source: fileName, appointments },
      )
      const after = await findFees(sql, salonId, phones)
      const changes = [...after].map(([clientId, fees]) => fees - (before.get(clientId) ?? 0))
      throw new Previewed({
        results,
        charged: sumOf(changes.filter((change) => change > 0)),
        takenBack: sumOf(changes.filter((change) => change < 0)),
      })
    })
  } catch (error) {
    if (error instanceof Previewed) return error.preview
    throw error
  }
}

const sumOf = (changes: readonly number[]): ImportFees => ({
  clients: changes.length,
  amount: Math.abs(changes.reduce((sum, change) => sum + change, 0)),
})

/** The fees of these clients with all corrections. */
async function findFees(sql: Sql, salonId: string, phones: string[]): Promise<Map<string, number>> {
  const rows = await sql<{ clientId: string; amount: number }[]>`
    select c.id as client_id, sum(e.amount)::int as amount
    from clients c join ledger_entries e on e.client_id = c.id and e.salon_id = c.salon_id
    where c.salon_id = ${salonId} and c.phone = any(${phones}::text[]) and e.kind <> 'credit' group by 1`
  return new Map(rows.map(({ clientId, amount }) => [clientId, amount]))
}
