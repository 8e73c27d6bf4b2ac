import { serve } from '@hono/node-server'
import { cookies } from '@salonback/shared/platform/http/wire.ts'
import { Hono } from 'hono'
import { getCookie } from 'hono/cookie'
import { openDatabase } from '../../platform/db/open.ts'
import { hashOfToken } from '../../platform/http/tokens.ts'
import { listReads } from '../listReads.ts'
import type { ServerAddress } from '../servers.ts'
import { ONE_CONNECTION } from '../withDatabase.ts'

// Reference of the row lists: looks up the session and responds with the same SQL. It validates nothing, sets no headers
// and compresses nothing.
const [url = '', cookie = ''] = process.argv.slice(2)
const sql = openDatabase(url, ONE_CONNECTION)
const app = new Hono()
const json = { 'Content-Type': 'application/json' }
app.use(async (c, next) => {
  const token = getCookie(c, cookies.session) ?? ''
  const [actor] = await sql`
    select a.id, a.username, s.last_seen_at from sessions s join admins a on a.id = s.admin_id
    where s.token_hash = ${hashOfToken(token)} and a.disabled_at is null`
  return actor ? next() : c.body(null, 401)
})
app.get('/:name', async (c) => {
  const result = await listReads[c.req.param('name')]?.query(sql)
  return typeof result === 'string' ? c.body(result, 200, json) : c.json(result)
})
serve({ fetch: app.fetch, hostname: '127.0.0.1', port: 0 }, ({ port }) =>
  process.send?.({ origin: `http://127.0.0.1:${port}`, cookie } satisfies ServerAddress),
)
