import { Gauge, type Registry } from 'prom-client'
import type { PlatformContext } from '../../platform/context.ts'
import { countOutbox } from './queries.ts'

/** Metrics of the outbox; equal in every process. */
export function registerOutbox(registry: Registry, { sql }: Pick<PlatformContext, 'sql'>): void {
  new Gauge({
    name: 'salonback_outbox_texts',
    help: 'Outbound texts by state',
    labelNames: ['status'],
    registers: [registry],
    async collect() {
      for (const { status, count } of await countOutbox(sql)) this.set({ status }, count)
    },
  })
}
