import type { auth } from '@salonback/shared/platform/auth/contract.ts'
import { audit } from '../db/audit.ts'
import { inTransaction } from '../db/open.ts'
import { endSession, requestSessionHash } from '../http/access.ts'
import { notFound } from '../http/errors.ts'
import type { Handlers } from '../http/serve.ts'
import { deleteSession, endSessionsOf, findSessions } from './queries.ts'

/** Lists and ends the sessions of an admin. */
export const sessionCalls: Pick<Handlers<typeof auth>, 'sessions' | 'endSession' | 'logoutEverywhere'> = {
  sessions: (_, { sql, env, actor, clock, http }) =>
    findSessions(sql, actor.id, requestSessionHash(http, env), clock()),
  async endSession({ id }, { sql, actor }) {
    await inTransaction(sql, async (open) => {
      if (!(await deleteSession(open, actor.id, id))) throw notFound('Session')
      await audit(open, { actor, action: 'session.end' })
    })
    return { message: 'Signed out there' }
  },
  async logoutEverywhere(_, { sql, env, actor, http }) {
    await inTransaction(sql, async (open) => {
      await endSessionsOf(open, actor.id)
      await endSession(http, open, env)
      await audit(open, { actor, action: 'logout.everywhere' })
    })
    return { message: 'Signed out everywhere' }
  },
}
