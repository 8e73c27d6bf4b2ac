import { onTestFinished } from 'vitest'
import { testDatabase } from './database.ts'
import { textsOnHandset } from './handsetTexts.ts'
import { queueDetails } from './queuedTexts.ts'
import { testSimulator } from './simulator.ts'
import { startApp } from './start.ts'

/** A simulated carrier that keeps receiving texts while no service runs, and a database for services to start on. */
export async function separateCarrier() {
  /** Failures of the carrier's API, and its calls to list received messages. */
  const carrierApi = {
    isDown: false,
    listsFail: false,
    deletesFail: false,
    listCalls: 0,
    beforeList: async () => {},
  }
  const carrier = await testSimulator({
    async middleware(c, next) {
      const { method, path } = c.req
      if (path.startsWith('/dev/')) return next()
      const { isDown, listsFail, deletesFail } = carrierApi
      const fails = isDown || (listsFail && method === 'GET') || (deletesFail && method === 'DELETE')
      if (fails) return c.body(null, 503)
      if (method === 'GET') {
        // Prices are read from the list without a number.
        if (c.req.query('To')) carrierApi.listCalls += 1
        await carrierApi.beforeList()
      }
      await next()
    },
  })
  const { sql } = await testDatabase()
  const { clock } = carrier
  return {
    sql,
    carrier,
    carrierApi,
    clock,
    advance: clock.advance,
    start: async () => {
      const app = await startApp({ sql, clock, carrierUrl: carrier.origin })
      onTestFinished(app.stop)
      return app
    },
    /** The carrier receives a text that no service gets, one second after the previous one. Returns its sid. */
    missed: async (phone: string, body: string, to?: string) => {
      clock.advance(1000)
      return (await carrier.sendFromHandset(phone, body, to ? { to } : {})).sid
    },
    queue: (phone: string, more?: object) => queueDetails({ sql, clock }, phone, more),
    arrived: (phone: string) => textsOnHandset(carrier.sql, phone),
  }
}
