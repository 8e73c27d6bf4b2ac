import { Counter, Gauge, type Registry } from 'prom-client'
import type { PlatformContext } from '../../platform/context.ts'
import { limitsOf } from './gate.ts'
import { findStop, findUse } from './queries.ts'

/** Metrics of public texts: use of the budget and stops. Equal in every process. */
export function registerPublicTexts(registry: Registry, { sql, env, clock }: PlatformContext): void {
  const registers = [registry]
  new Gauge({
    name: 'salonback_public_texts_used',
    help: 'Texts that visitors caused, within the last hour and day',
    labelNames: ['span'],
    registers,
    async collect() {
      for (const limit of limitsOf(env))
        this.set({ span: limit.span }, (await findUse(sql, limit, clock())).used)
    },
  })
  new Gauge({
    name: 'salonback_public_texts_limit',
    help: 'How many there may be',
    labelNames: ['span'],
    registers,
    collect() {
      for (const { span, most } of limitsOf(env)) this.set({ span }, most)
    },
  })
  new Gauge({
    name: 'salonback_public_texts_stopped',
    help: '1 while an unusual run has stopped them',
    registers,
    async collect() {
      this.set((await findStop(sql)).stoppedAt ? 1 : 0)
    },
  })
  new Counter({
    name: 'salonback_public_text_stops_total',
    help: 'Unusual runs that stopped them',
    registers,
    async collect() {
      this.reset()
      this.inc((await findStop(sql)).stops)
    },
  })
}
