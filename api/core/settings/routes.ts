import type { OpenAPIHono } from '@hono/zod-openapi'
import { type SettingKey, settingDefaults, settings } from '@salonback/shared/core/settings/contract.ts'
import type { Deps } from '../../deps.ts'
import { findBackupFault } from '../../platform/backup/scheduleLease.ts'
import { audit } from '../../platform/db/audit.ts'
import { databaseNow } from '../../platform/db/now.ts'
import { inTransaction, type Sql } from '../../platform/db/open.ts'
import { findStorageFault } from '../../platform/db/storageFault.ts'
import { AppError, notFound } from '../../platform/http/errors.ts'
import { serve } from '../../platform/http/serve.ts'
import { findCatchUpTrouble, stopWaiting } from '../messages/inboundLease.ts'
import { findAgencySender } from '../messages/senders.ts'
import { findStoppedSenders, resumeSenders } from '../messages/stoppedSenders.ts'
import { endRestore, restoreState } from '../restore/queries.ts'
import { findSetting, findStoppedReason, resumeSending, saveSetting } from './queries.ts'

export function settingsRoutes(app: OpenAPIHono, deps: Deps): void {
  serve(app, deps, 'settings', settings, {
    async get({ key }, { sql }) {
      return { settingKey: key, settingValue: await findSetting(sql, known(key)) }
    },
    async set({ key, value }, { sql, clock, actor }) {
      const setting = known(key)
      await inTransaction(sql, async (open) => {
        await saveSetting(open, setting, value, clock())
        const action = 'setting.change'
        await audit(open, { actor, action, subject: key, detail: { value } })
      })
      return { settingKey: key, settingValue: value }
    },
    service: (_, { sql }) => serviceState(sql, deps),
    async resumeSending(_, { sql, actor, carrier, clock }) {
      if (carrier.missing) throw new AppError('conflict', carrier.missing)
      await inTransaction(sql, async (open) => {
        const restored = await restoreState(open)
        if (restored && !restored.ready) throw new AppError('conflict', NOT_ALL_ASKED)
        await endRestore(open, clock())
        // A backfill that makes progress may still find a STOP.
        const moment = databaseNow(open, clock)
        if (await findCatchUpTrouble(open, moment)) await stopWaiting(open, moment)
        await resumeSenders(open, moment)
        await resumeSending(open, moment)
        await audit(open, { actor, action: 'sending.resume' })
      })
      return serviceState(sql, deps)
    },
  })
}

const NOT_ALL_ASKED =
  'The service is still looking up which texts were sent since the backup. You can resume when that is done.'

function known(key: string): SettingKey {
  if (!Object.hasOwn(settingDefaults, key)) throw notFound('Setting')
  return key as SettingKey
}

async function serviceState(sql: Sql, { env, carrier, clock }: Deps) {
  return {
    alertNumber: env.ALERT_SMS_NUMBER ?? null,
    sender: carrier.missing ? '' : (await findAgencySender(sql)).address,
    publicUrl: env.PUBLIC_URL,
    simulated: carrier.simulated,
    sendingStopped:
      carrier.missing ??
      (await findStoppedReason(sql)) ??
      (await findCatchUpTrouble(sql, databaseNow(sql, clock))),
    stoppedSenders: await findStoppedSenders(sql),
    restored: await restoreState(sql),
    backupFailed: await findBackupFault(sql, env, clock()),
    storageFault: await findStorageFault(sql, env),
    quietHours: env.QUIET_HOURS,
    sendRatePerSecond: env.SEND_RATE_PER_SECOND,
    maxImportBytes: env.MAX_IMPORT_BYTES,
  }
}
