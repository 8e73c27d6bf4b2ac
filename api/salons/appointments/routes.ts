import type { OpenAPIHono } from '@hono/zod-openapi'
import { appointments } from '@salonback/shared/salons/appointments/contract.ts'
import { toE164 } from '@salonback/shared/sms/phone.ts'
import type { Deps } from '../../deps.ts'
import { audit } from '../../platform/db/audit.ts'
import { retryOnDeadlock } from '../../platform/db/retryOnDeadlock.ts'
import { serve } from '../../platform/http/serve.ts'
import { requireSalon } from '../salons/queries.ts'
import { findChoices, saveChoices } from './choices.ts'
import { beginImport, takeBackImport } from './imports.ts'
import { previewImport } from './previewImport.ts'
import { storeAppointments } from './storeAppointments.ts'

/** Appointments from a file, for salons with a booking system that does not call the API. */
export function appointmentsRoutes(app: OpenAPIHono, deps: Deps): void {
  serve(app, deps, 'appointments', appointments, {
    choices: async ({ id }, { sql }) => {
      await requireSalon(sql, id)
      return findChoices(sql, id)
    },
    choose: async ({ id, states = {}, unit }, { sql, actor, clock }) => {
      await requireSalon(sql, id)
      await retryOnDeadlock(sql, async (open) => {
        await saveChoices(open, { salonId: id, states, unit, by: actor.name, now: clock() })
        const detail = { words: Object.keys(states), ...(unit !== undefined && { unit }) }
        await audit(open, { actor, action: 'appointments.choose', subject: id, detail })
      })
      return findChoices(sql, id)
    },
    preview: async ({ id, fileName, appointments: rows }, context) => {
      const salon = await requireSalon(context.sql, id)
      return previewImport(context, { salon, fileName, appointments: rows })
    },
    importRows: async ({ id, fileName, importId = crypto.randomUUID(), appointments: rows }, context) => {
      const { sql, actor, clock } = context
      const salon = await requireSalon(sql, id)
      const phones = rows.flatMap(({ phone }) => toE164(phone, salon.country) ?? [])
      const begin = { importId, salonId: id, fileName, phones, by: actor.name, now: clock() }
      await retryOnDeadlock(sql, (open) => beginImport(open, begin))
      const work = { salon, source: fileName, importId, appointments: rows }
      const results = await storeAppointments(context, work)
      const detail = { fileName, rows: rows.length }
      await audit(sql, { actor, action: 'appointments.import', subject: id, detail })
      return { results, importId }
    },
    takeBack: async ({ id, importId }, context) => {
      const { sql, actor } = context
      const salon = await requireSalon(sql, id)
      const counts = await takeBackImport(context, { salon, importId, by: actor })
      const detail = { importId, ...counts }
      await audit(sql, { actor, action: 'appointments.take_back', subject: id, detail })
      return counts
    },
  })
}
