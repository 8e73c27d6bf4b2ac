import { Gauge, type Registry } from 'prom-client'
import type { PlatformContext } from '../../platform/context.ts'
import { countWithheld } from './queries.ts'

export function registerLeads(registry: Registry, { sql }: Pick<PlatformContext, 'sql'>): void {
  new Gauge({
    name: 'salonback_leads_held',
    help: 'Leads without a details text, by reason',
    labelNames: ['reason'],
    registers: [registry],
    async collect() {
      this.reset()
      for (const { reason, count } of await countWithheld(sql)) this.set({ reason }, count)
    },
  })
}
