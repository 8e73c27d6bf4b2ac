import type { OpenAPIHono } from '@hono/zod-openapi'
import { visitor } from '@salonback/shared/platform/visitor/contract.ts'
import type { PlatformContext } from '../context.ts'
import { serve } from '../http/serve.ts'

export function visitorRoutes(app: OpenAPIHono, deps: PlatformContext): void {
  serve(app, deps, 'visitor', visitor, {
    async country(_, { country, http }) {
      http.header('Cache-Control', 'private, max-age=3600')
      return { country }
    },
  })
}
