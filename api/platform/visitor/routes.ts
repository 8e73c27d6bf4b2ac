import type { OpenAPIHono } from '@hono/zod-openapi'
import { visitor } from '@salonback/shared/platform/visitor/contract.ts'
import type { Deps } from '../../deps.ts'
import { serve } from '../http/serve.ts'

export function visitorRoutes(app: OpenAPIHono, deps: Deps): void {
  serve(app, deps, 'visitor', visitor, {
    async country(_, { country, http }) {
      http.header('Cache-Control', 'private, max-age=3600')
      return { country }
    },
  })
}
