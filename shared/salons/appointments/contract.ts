import { z } from 'zod'
import { ById, Id, Instant } from '../../fields.ts'
import { endpoint } from '../../platform/http/endpoint.ts'
import { Appointment, AppointmentResult, exampleAppointment, MAX_APPOINTMENTS } from './appointment.ts'
import { AmountUnit, StateMeaning } from './stateMeanings.ts'

/** Most appointments of one preview, which holds the numbers of its clients. */
export const MAX_PREVIEWED = 100
/** Most words that staff decided for a salon. */
const MAX_WORDS = 500

const fileName = z.string().trim().min(1).max(200)
const Word = z.object({ word: z.string().trim().min(1).max(200), meaning: StateMeaning })
const Key = z.string().min(1).max(200)

const AppointmentChoices = z.object({
  states: z
    .record(Key, Word)
    .describe('Words of the state that are in no list, by their letters and digits, with what staff decided'),
  unit: AmountUnit.nullable().describe('What `120` means: 120.00 (major) or 1.20 (minor); null: not decided'),
  lastImport: z
    .object({
      id: Id,
      fileName: z.string(),
      by: z.string(),
      at: Instant,
      appointments: z.number().int().describe('Appointments that it added or changed'),
      takenBackAt: Instant.nullable(),
      canTakeBack: z.boolean().describe('Until the next import or a statement'),
    })
    .nullable(),
})
export type AppointmentChoices = z.infer<typeof AppointmentChoices>

/** Fees that an import adds or takes back, in minor units. */
const ImportFees = z.object({ clients: z.number().int(), amount: z.number().int() })

export const appointments = {
  choices: endpoint({
    method: 'GET',
    path: '/api/admin/salons/{id}/appointments/choices',
    access: 'admin',
    summary: 'What staff decided about files with appointments, and the last import',
    params: ById,
    reply: AppointmentChoices,
  }),
  choose: endpoint({
    method: 'POST',
    path: '/api/admin/salons/{id}/appointments/choices',
    access: 'admin',
    summary: 'Decide words of the state or the unit of amounts for all files of a salon',
    params: ById,
    body: z.object({
      states: z
        .record(Key, Word.nullable())
        .refine((states) => Object.keys(states).length <= MAX_WORDS, `At most ${MAX_WORDS} words`)
        .optional()
        .describe('Words left out keep their meaning; null: not decided any more'),
      unit: AmountUnit.nullable().optional(),
    }),
    example: { states: { onhold: { word: 'On hold', meaning: 'booked' } }, unit: 'major' },
    reply: AppointmentChoices,
  }),
  preview: endpoint({
    method: 'POST',
    path: '/api/admin/salons/{id}/appointments/preview',
    access: 'admin',
    summary: `What storing up to ${MAX_PREVIEWED} appointments of a file would do; nothing is stored`,
    params: ById,
    body: z.object({ fileName, appointments: z.array(Appointment).min(1).max(MAX_PREVIEWED) }),
    maxBodyBytes: 256 * 1024,
    example: { fileName: 'appointments.csv', appointments: [exampleAppointment] },
    reply: z.object({
      results: z.array(AppointmentResult),
      charged: ImportFees.describe('Fees that it would add'),
      takenBack: ImportFees.describe('Fees that it would take back'),
    }),
  }),
  importRows: endpoint({
    method: 'POST',
    path: '/api/admin/salons/{id}/appointments',
    access: 'admin',
    errors: ['conflict'],
    summary: `Store up to ${MAX_APPOINTMENTS} appointments of a file, as a booking system sends them`,
    params: ById,
    body: z.object({
      fileName,
      importId: Id.optional().describe('The same for all parts of a file, so that it can be taken back'),
      appointments: z.array(Appointment).min(1).max(MAX_APPOINTMENTS),
    }),
    // 500 appointments with the longest ids, in UTF-8.
    maxBodyBytes: 1024 * 1024,
    example: {
      fileName: 'appointments.csv',
      appointments: [exampleAppointment],
    },
    reply: z.object({ results: z.array(AppointmentResult), importId: Id }),
  }),
  takeBack: endpoint({
    method: 'POST',
    path: '/api/admin/salons/{id}/appointments/take-back',
    access: 'admin',
    summary: 'Take back the last import: appointments, visits and fees are as before',
    params: ById,
    body: z.object({ importId: Id }),
    example: { importId: '5d6ff7a0-0000-4000-8000-000000000001' },
    errors: ['conflict'],
    reply: z.object({
      removed: z.number().int().describe('Appointments that it had added'),
      restored: z.number().int().describe('Appointments that it had changed'),
    }),
  }),
}
