import type { OpenAPIHono } from '@hono/zod-openapi'
import { appointments } from '@salonback/shared/salons/appointments/contract.ts'
import type { Deps } from '../../deps.ts'
import { audit } from '../../platform/db/audit.ts'
import { serve } from '../../platform/http/serve.ts'
import { storeAppointments } from './storeAppointments.ts'

/** Appointments from a file, for salons with a booking system that does not call the API. */
export function appointmentsRoutes(app: OpenAPIHono, deps: Deps): void {
  serve(app, deps, 'appointments', appointments, {
    importRows: async ({ id, fileName, appointments: rows }, context) => {
      const work = { salonId: id, source: fileName, appointments: rows }
      const results = await storeAppointments(context, work)
      const detail = { fileName, rows: rows.length }
      const { sql, actor } = context
      await audit(sql, { actor: actor.username, action: 'appointments.import', subject: id, detail })
      return { results }
    },
  })
}
