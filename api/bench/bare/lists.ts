import { createHash } from 'node:crypto'
import { serve } from '@hono/node-server'
import { cookies } from '@salonback/shared/http/wire.ts'
import { Hono } from 'hono'
import { getCookie } from 'hono/cookie'
import { openDatabase } from '../../db/open.ts'
import { inboxReads, listReads, type Read, reachedRead } from '../reads.ts'
import { ONE_AT_A_TIME } from '../served.ts'

// The reference of the bench of lists, a process of its own: what any service costs that looks the session up and
// answers with the same SQL. It checks nothing, sends no headers of its own and compresses nothing.
const [url = '', cookie = ''] = process.argv.slice(2)
const sql = openDatabase(url, ONE_AT_A_TIME)
const app = new Hono()
const json = { 'Content-Type': 'application/json' }
app.use(async (c, next) => {
  const token = getCookie(c, cookies.session) ?? ''
  const [actor] = await sql`
    select a.id, a.username, s.last_seen_at from sessions s join admins a on a.id = s.admin_id
    where s.token_hash = ${createHash('sha256').update(token).digest()} and a.disabled_at is null`
  return actor ? next() : c.body(null, 401)
})
const reads: Record<string, Read> = { ...listReads, ...inboxReads, reached: reachedRead }
app.get('/:name', async (c) => {
  const answer = await reads[c.req.param('name')]?.sql(sql)
  return typeof answer === 'string' ? c.body(answer, 200, json) : c.json(answer)
})
serve({ fetch: app.fetch, hostname: '127.0.0.1', port: 0 }, ({ port }) =>
  process.send?.({ origin: `http://127.0.0.1:${port}`, cookie }),
)
