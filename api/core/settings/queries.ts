import { type SettingKey, settingDefaults } from '@salonback/shared/core/settings/contract.ts'
import type { Moment } from '../../platform/db/now.ts'
import type { Sql } from '../../platform/db/open.ts'

/** Value of a setting, or its default. */
export async function findSetting(sql: Sql, key: SettingKey): Promise<'true' | 'false'> {
  const [row] = await sql<{ value: 'true' | 'false' }[]>`select value from settings where key = ${key}`
  return row?.value ?? settingDefaults[key]
}

export async function saveSetting(sql: Sql, key: SettingKey, value: 'true' | 'false', now: Date) {
  await sql`
    insert into settings (key, value, updated_at) values (${key}, ${value}, ${now})
    on conflict (key) do update set value = excluded.value, updated_at = excluded.updated_at`
}

/** Why all sending is stopped, or null. */
export async function findStoppedReason(sql: Sql): Promise<string | null> {
  const [row] = await sql<{ stoppedReason: string | null }[]>`select stopped_reason from send_bucket`
  return row?.stoppedReason ?? null
}

/** Resumes sending and wakes the workers. */
export async function resumeSending(sql: Sql, now: Moment): Promise<void> {
  await sql`update send_bucket set stopped_reason = null, stopped_at = null, resumed_at = ${now}`
  await sql`select pg_notify('outbox', '')`
}
