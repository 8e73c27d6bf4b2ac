import { withCookie } from '@salonback/shared/testing/server.ts'
import { createSession, sessionCookieName } from '../platform/http/access.ts'
import type { App } from './app.ts'

/** The calls of a second account, Sam. */
export async function colleague({ sql, clock, env, origin }: App, role: 'admin' | 'agent' = 'admin') {
  const [sam] = await sql<[{ id: string }]>`
    insert into admins (username, password_hash, role) select 'sam', password_hash, ${role} from admins returning id`
  const token = await createSession(sql, sam.id, clock())
  return withCookie(origin, `${sessionCookieName(env)}=${token}`).staff
}
