import type { OpenAPIHono } from '@hono/zod-openapi'
import { auth } from '@salonback/shared/auth/contract.ts'
import { audit } from '../db/audit.ts'
import { inTransaction } from '../db/open.ts'
import type { Deps } from '../deps.ts'
import { endSession, findActor, startSession } from '../http/access.ts'
import { serve } from '../http/serve.ts'
import { rememberDevice } from './devices.ts'
import { createLogin } from './login.ts'

export function authRoutes(app: OpenAPIHono, deps: Deps): void {
  const accountOf = createLogin()
  serve(app, deps, 'auth', auth, {
    async login({ username, password }, { sql, env, clock, refusals, address, http }) {
      const now = clock()
      const account = await accountOf({ username, password }, { http, sql, env, refusals, address, now })
      await inTransaction(sql, async (open) => {
        // A new session for every login: a token planted before it is worth nothing after it.
        await endSession(http, open, env)
        http.header('Set-Cookie', undefined)
        await startSession(http, open, env, clock, account.id)
        await rememberDevice(http, open, env, now, account.id)
        await audit(open, { actor: account.username, action: 'login' })
      })
      return { username: account.username }
    },
    async logout(_, { sql, env, clock, http }) {
      const actor = await findActor(http, sql, env, clock)
      await inTransaction(sql, async (open) => {
        await endSession(http, open, env)
        if (actor) await audit(open, { actor: actor.username, action: 'logout' })
      })
      return { message: 'You have been logged out successfully' }
    },
    me: async (_, { actor }) => ({ id: actor.id, username: actor.username }),
  })
}
