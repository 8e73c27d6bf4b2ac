import { z } from 'zod'
import { ById, NameText } from '../../fields.ts'
import { endpoint } from '../../platform/http/endpoint.ts'
import { Appointment, AppointmentResult, exampleAppointment, MAX_APPOINTMENTS } from './appointment.ts'

export const appointments = {
  importRows: endpoint({
    method: 'POST',
    path: '/api/admin/salons/{id}/appointments',
    access: 'admin',
    summary: `Store up to ${MAX_APPOINTMENTS} appointments of a file, as a booking system sends them`,
    params: ById,
    body: z.object({
      fileName: NameText().min(1).max(200),
      appointments: z.array(Appointment).min(1).max(MAX_APPOINTMENTS),
    }),
    // 500 appointments with the longest ids, in UTF-8.
    maxBodyBytes: 1024 * 1024,
    example: {
      fileName: 'appointments.csv',
      appointments: [exampleAppointment],
    },
    reply: z.object({ results: z.array(AppointmentResult) }),
  }),
}
