import type { OpenAPIHono } from '@hono/zod-openapi'
import { type PublicTexts, publicTexts } from '@salonback/shared/core/publicTexts/contract.ts'
import { describeRun } from '@salonback/shared/core/publicTexts/rules.ts'
import type { Deps } from '../../deps.ts'
import type { Env } from '../../env.ts'
import { audit } from '../../platform/db/audit.ts'
import { inTransaction, type Sql } from '../../platform/db/open.ts'
import { serve } from '../../platform/http/serve.ts'
import { limitsOf } from './gate.ts'
import { findStop, findUse, liftStop } from './queries.ts'

export function publicTextsRoutes(app: OpenAPIHono, deps: Deps): void {
  serve(app, deps, 'publicTexts', publicTexts, {
    state: (_, { sql, env, clock }) => stateOf(sql, env, clock()),
    resume: (_, { sql, env, clock, actor }) =>
      inTransaction(sql, async (open) => {
        const { kind, place, texts } = await findStop(open)
        if (await liftStop(open, clock())) {
          const detail = { kind, place, texts }
          await audit(open, { actor, action: 'public-texts.resume', detail })
        }
        return stateOf(open, env, clock())
      }),
  })
}

async function stateOf(sql: Sql, env: Env, now: Date): Promise<PublicTexts> {
  const [hour, day] = await Promise.all(limitsOf(env).map((limit) => findUse(sql, limit, now)))
  const { stoppedAt, ...run } = await findStop(sql)
  const freeAt = [hour?.freeAt, day?.freeAt].filter((at) => at != null).sort((a, b) => +a - +b)
  return {
    perHour: env.PUBLIC_TEXTS_PER_HOUR,
    perDay: env.PUBLIC_TEXTS_PER_DAY,
    lastHour: hour?.used ?? 0,
    lastDay: day?.used ?? 0,
    usedUpUntil: freeAt.at(-1)?.toISOString() ?? null,
    stopped: stoppedAt && { at: stoppedAt.toISOString(), reason: describeRun(run) },
  }
}
