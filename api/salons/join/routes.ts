import type { OpenAPIHono } from '@hono/zod-openapi'
import { join } from '@salonback/shared/salons/join/contract.ts'
import type { Deps } from '../../deps.ts'
import { serve } from '../../platform/http/serve.ts'
import { oneSalon } from '../salons/queries.ts'
import { joinLinks, joinPages } from './pageRoutes.ts'
import { countJoins } from './queries.ts'

export function joinRoutes(app: OpenAPIHono, deps: Deps): void {
  serve(app, deps, 'join', join, {
    async state({ id }, { sql, clock, env }) {
      const { slug } = await oneSalon(sql, id)
      const url = `${env.PUBLIC_URL}/join/${slug}`
      return { url, posterUrl: `${url}/poster`, ...(await countJoins(sql, id, clock())) }
    },
  })
  app.route('/join', joinPages(deps))
  app.route('/j', joinLinks(deps))
}
