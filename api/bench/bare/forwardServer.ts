import { serve } from '@hono/node-server'
import { Hono } from 'hono'
import { openDatabase } from '../../platform/db/open.ts'
import { hashOfToken } from '../../platform/http/tokens.ts'
import { findBookingLink, saveClick } from '../../salons/bookingLinks/queries.ts'
import type { ServerAddress } from '../servers.ts'
import { ONE_CONNECTION } from '../withDatabase.ts'

// Reference of the row forward: finds the link and counts the click with the same SQL. It has no rate limit, sets no
// headers and counts every client.
const [url = '', cookie = ''] = process.argv.slice(2)
const sql = openDatabase(url, ONE_CONNECTION)
const app = new Hono()
app.get('/b/:token', async (c) => {
  const link = await findBookingLink(sql, hashOfToken(c.req.param('token')))
  if (!link?.bookingUrl) return c.body(null, 404)
  if (link.clickedAt === null) await saveClick(sql, link.id, new Date())
  return c.redirect(link.bookingUrl)
})
serve({ fetch: app.fetch, hostname: '127.0.0.1', port: 0 }, ({ port }) =>
  process.send?.({ origin: `http://127.0.0.1:${port}`, cookie } satisfies ServerAddress),
)
