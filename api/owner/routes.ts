import type { OpenAPIHono } from '@hono/zod-openapi'
import { owner } from '@salonback/shared/owner/contract.ts'
import type { Deps } from '../deps.ts'
import { visitorAddress } from '../http/rateLimits.ts'
import { type CallContext, serve } from '../http/serve.ts'
import { agree, approve, requestChanges } from './actions.ts'
import { openLink, viewOf } from './openLink.ts'
import { ownerPages } from './pageRoutes.ts'

export function ownerRoutes(app: OpenAPIHono, deps: Deps): void {
  serve(app, deps, 'owner', owner, {
    open: async ({ token }, { sql, clock, env }) => viewOf(await openLink(sql, token, clock()), env),
    agree: (input, context) => agree(input, ownerOf(context)),
    approve: (input, context) => approve(input, ownerOf(context)),
    requestChanges: (input, context) => requestChanges(input, ownerOf(context)),
  })
  app.route('/o', ownerPages(deps))
}

const ownerOf = ({ sql, clock, env, http }: CallContext) => ({
  sql,
  clock,
  address: visitorAddress(http, env),
})
