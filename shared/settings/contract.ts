import { z } from 'zod'
import { BooleanText, Instant } from '../fields.ts'
import { endpoint } from '../http/endpoint.ts'

/** Settings staff can change while the service runs, with what holds until they do. */
export const settingDefaults = { waitlist_sms_enabled: 'true', auto_followup_enabled: 'true' } as const
export type SettingKey = keyof typeof settingDefaults

export const Setting = z.object({ settingKey: z.string(), settingValue: BooleanText }).meta({ id: 'Setting' })
export type Setting = z.infer<typeof Setting>

const Count = z.number().int().nonnegative()

const Key = z.object({ key: z.string().max(100) })

/** What a restore from a backup left to do before texts may go again. */
export const RestoreState = z
  .object({
    /** When the backup was made: what happened since is known to the carrier alone. */
    takenAt: Instant,
    restoredAt: Instant,
    /** When the carrier is first asked; it may show a text minutes late. */
    asksAt: Instant,
    /** Texts still to be asked about. */
    left: Count,
    /** Texts asked about so far, those of them that had been sent, and those of which nobody can tell. */
    asked: Count,
    sent: Count,
    unknown: Count,
    /** Everything was asked: a person may resume. */
    ready: z.boolean(),
    /** Why the carrier cannot be asked, else null. */
    trouble: z.string().nullable(),
  })
  .meta({ id: 'RestoreState' })
export type RestoreState = z.infer<typeof RestoreState>

/** What the console must know of its surroundings and has no other way to learn. */
export const ServiceState = z
  .object({
    /** Where waitlist alerts go, E.164; null when ALERT_SMS_NUMBER is unset. */
    alertNumber: z.string().nullable(),
    /** Our sender: a number in E.164 or a messaging service's id. */
    sender: z.string(),
    publicUrl: z.string(),
    /** True while texts go to the simulated phone network and reach nobody. */
    simulated: z.boolean(),
    /** Why sending stands still (bad carrier credentials and the like), else null. */
    sendingStopped: z.string().nullable(),
    /** While sending is stopped because of a restore, else null. */
    restored: RestoreState.nullable(),
    /** Why there is no recent backup on the schedule, else null. */
    backupFailed: z.string().nullable(),
    quietHours: z.string(),
    /** Texts a second over all campaigns. */
    sendRatePerSecond: z.number(),
    /** Bytes an import file may have. */
    maxImportBytes: z.number().int(),
  })
  .meta({ id: 'ServiceState' })
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
    access: 'staff',
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
    access: 'staff',
    errors: ['conflict'],
    summary: 'Start sending again after the carrier refused our credentials, or after a restore',
    reply: ServiceState,
  }),
}
