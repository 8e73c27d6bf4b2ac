import { auth } from '@salonback/shared/auth/contract.ts'
import { callServer } from './call.ts'
import type { Session } from './session.ts'

/** Ends the session on both sides. The server's side is a courtesy: it may not be there any more. */
export async function leave(origin: string | null, session: Session | null, agent: string) {
  const cookie = await session?.token()
  await session?.clear()
  if (!origin || !cookie) return
  const headers = { origin, cookie, 'user-agent': agent }
  callServer({ method: auth.logout.method, url: `${origin}${auth.logout.path}`, headers })
    .then((answer) => answer.body.cancel())
    .catch(() => {})
}
