import type { OpenAPIHono } from '@hono/zod-openapi'
import { keys } from '@salonback/shared/platform/keys/contract.ts'
import type { PlatformContext } from '../context.ts'
import { audit } from '../db/audit.ts'
import { inTransaction } from '../db/open.ts'
import { KEY_PREFIX } from '../http/apiKeys.ts'
import { notFound } from '../http/errors.ts'
import { serve } from '../http/serve.ts'
import { newToken } from '../http/tokens.ts'
import { chooseUnit } from './amountUnits.ts'
import { findKeys, insertKey, revokeKey } from './queries.ts'

/** Admins make, list and revoke API keys. */
export function keysRoutes(app: OpenAPIHono, deps: PlatformContext): void {
  serve(app, deps, 'keys', keys, {
    list: async (_, { sql, env, ...reads }) => ({
      url: `${env.PUBLIC_URL}/api/v1`,
      items: await findKeys(sql, reads),
    }),
    create: ({ name, scopes, salonId }, { sql, actor, clock, ...reads }) =>
      inTransaction(sql, async (open) => {
        const token = `${KEY_PREFIX}${newToken()}`
        if (salonId) await reads.salons.requireOpen(open, salonId)
        const by = actor.name
        const key = await insertKey(open, reads, {
          name,
          scopes: [...new Set(scopes)],
          salonId,
          token,
          by,
          now: clock(),
        })
        await audit(open, {
          actor,
          action: 'key.create',
          subject: key.id,
          detail: { name, scopes, salonId },
        })
        return { ...key, key: token }
      }),
    chooseUnit: ({ id, unit }, { sql, actor, keyAmounts }) =>
      inTransaction(sql, async (open) => {
        const name = await chooseUnit(open, keyAmounts, { id, unit })
        if (name === undefined) throw notFound('API key')
        const detail = { name, unit }
        await audit(open, { actor, action: 'key.unit', subject: id, detail })
        return { message: 'Saved' }
      }),
    revoke: ({ id }, { sql, actor, clock }) =>
      inTransaction(sql, async (open) => {
        const name = await revokeKey(open, id, clock())
        if (name === undefined) throw notFound('API key')
        await audit(open, { actor, action: 'key.revoke', subject: id, detail: { name } })
        return { message: 'Revoked' }
      }),
  })
}
