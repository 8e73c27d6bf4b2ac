import { Gauge, type Registry } from 'prom-client'
import type { PlatformContext } from '../context.ts'
import { findBackupFault, findSchedule } from './scheduleLease.ts'

/** Metrics of scheduled backups; equal in every process. */
export function registerBackups(registry: Registry, { sql, env, clock }: PlatformContext): void {
  if (!env.BACKUP_DIR) return
  const registers = [registry]
  new Gauge({
    name: 'salonback_backup_last_success_timestamp_seconds',
    help: 'When the last backup was made and read back; 0: never',
    registers,
    async collect() {
      this.set(((await findSchedule(sql)).madeAt?.getTime() ?? 0) / 1000)
    },
  })
  new Gauge({
    name: 'salonback_backup_bytes',
    help: 'Size of the last backup',
    registers,
    async collect() {
      this.set((await findSchedule(sql)).bytes ?? 0)
    },
  })
  new Gauge({
    name: 'salonback_backup_failed',
    help: '1 when the last backup failed or is too old',
    registers,
    async collect() {
      this.set((await findBackupFault(sql, env, clock())) ? 1 : 0)
    },
  })
}
