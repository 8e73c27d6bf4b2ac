import type { OpenAPIHono } from '@hono/zod-openapi'
import { auth } from '@salonback/shared/platform/auth/contract.ts'
import type { PlatformContext } from '../context.ts'
import { audit } from '../db/audit.ts'
import { inTransaction } from '../db/open.ts'
import { endSession, findActor } from '../http/access.ts'
import { serve } from '../http/serve.ts'
import { passwordCalls } from './changePassword.ts'
import { createLogin } from './login.ts'
import { limitHashing } from './passwords.ts'
import { secondFactorCalls } from './secondFactor.ts'
import { sessionCalls } from './sessions.ts'

export function authRoutes(app: OpenAPIHono, deps: PlatformContext): void {
  const unknownBrowsers = limitHashing()
  const knownBrowsers = limitHashing()
  const logIn = createLogin({ unknownBrowsers, knownBrowsers })
  serve(app, deps, 'auth', auth, {
    login: async (credentials, context) => ({ username: (await logIn(credentials, context)).username }),
    async logout(_, { sql, env, clock, http }) {
      const actor = await findActor(http, sql, env, clock)
      await inTransaction(sql, async (open) => {
        await endSession(http, open, env)
        if (actor) await audit(open, { actor, action: 'logout' })
      })
      return { message: 'You have been logged out successfully' }
    },
    me: async (_, { actor: { id, name, role, mustChangePassword } }) => ({
      id,
      username: name,
      role,
      ...(mustChangePassword && { mustChangePassword }),
    }),
    ...passwordCalls(knownBrowsers),
    ...sessionCalls,
    ...secondFactorCalls(knownBrowsers),
  })
}
