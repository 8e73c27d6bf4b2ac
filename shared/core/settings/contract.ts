import { z } from 'zod'
import { BooleanText, Count, Instant, named } from '../../fields.ts'
import { endpoint } from '../../platform/http/endpoint.ts'

/** Settings that staff can change, with their defaults. */
export const settingDefaults = { waitlist_sms_enabled: 'true', auto_followup_enabled: 'true' } as const
export type SettingKey = keyof typeof settingDefaults

export const Setting = named('Setting', { settingKey: z.string(), settingValue: BooleanText })
export type Setting = z.infer<typeof Setting>

const Key = z.object({ key: z.string().max(100) })

/** Progress of the check against the carrier after a restore. */
export const RestoreState = named('RestoreState', {
  /** Time of the backup; later events are known only to the carrier. */
  takenAt: Instant,
  restoredAt: Instant,
  /** Time of the first query to the carrier, which may list texts minutes late. */
  asksAt: Instant,
  /** Texts still to look up. */
  left: Count,
  /** Texts looked up so far, and how many of them were sent or stay unknown. */
  asked: Count,
  sent: Count,
  unknown: Count,
  /** All look-ups are done: staff can resume. */
  ready: z.boolean(),
  /** Why the carrier cannot be queried, or null. */
  trouble: z.string().nullable(),
})
export type RestoreState = z.infer<typeof RestoreState>

/** A number or Messaging Service that the carrier refuses. Its texts wait, those of other senders leave. */
export const StoppedSender = named('StoppedSender', {
  address: z.string(),
  reason: z.string(),
  /** Only texts to numbers that begin so, such as `+1`; unset: all texts. */
  prefix: z.string().optional(),
})
export type StoppedSender = z.infer<typeof StoppedSender>

/** State of the service for the console. */
export const ServiceState = named('ServiceState', {
  /** Number for waitlist alerts, E.164; null when ALERT_SMS_NUMBER is unset. */
  alertNumber: z.string().nullable(),
  /** Sender: number in E.164 or id of a Messaging Service. */
  sender: z.string(),
  publicUrl: z.string(),
  /** True while texts go to the simulated phone network. */
  simulated: z.boolean(),
  /** Why sending is stopped (bad carrier credentials, for example), or null. */
  sendingStopped: z.string().nullable(),
  stoppedSenders: z.array(StoppedSender),
  /** Set while sending is stopped after a restore. */
  restored: RestoreState.nullable(),
  /** Why the scheduled backup is missing, or null. */
  backupFailed: z.string().nullable(),
  /** Why nothing can be stored at present, such as a full disk, or null. */
  storageFault: z.string().nullable(),
  quietHours: z.string(),
  /** Texts per second over all processes. */
  sendRatePerSecond: z.number(),
  /** Limit of an import file in bytes. */
  maxImportBytes: z.number().int(),
})
export type ServiceState = z.infer<typeof ServiceState>

export const settings = {
  get: endpoint({
    method: 'GET',
    path: '/api/admin/settings/{key}',
    access: 'staff',
    summary: 'One setting',
    params: Key,
    reply: Setting,
  }),
  set: endpoint({
    method: 'POST',
    path: '/api/admin/settings/{key}',
    access: 'admin',
    summary: 'Change one setting',
    params: Key,
    body: z.object({ value: BooleanText }),
    reply: Setting,
  }),
  service: endpoint({
    method: 'GET',
    path: '/api/admin/service',
    access: 'staff',
    summary: 'Sender, alert number and whether texts are going out',
    reply: ServiceState,
  }),
  resumeSending: endpoint({
    method: 'POST',
    path: '/api/admin/service/resume-sending',
    access: 'admin',
    errors: ['conflict'],
    summary: 'Start sending again after the carrier refused our credentials or a sender, or after a restore',
    reply: ServiceState,
  }),
}
