import type { OpenAPIHono } from '@hono/zod-openapi'
import { programmes } from '@salonback/shared/salons/programmes/contract.ts'
import type { Deps } from '../../deps.ts'
import { serve } from '../../platform/http/serve.ts'
import { programmeOf, setProgramme } from './setProgramme.ts'

export function programmesRoutes(app: OpenAPIHono, deps: Deps): void {
  serve(app, deps, 'programmes', programmes, {
    get: ({ id }, { sql, clock }) => programmeOf(sql, id, clock()),
    set: setProgramme,
  })
}
