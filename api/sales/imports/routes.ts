import type { OpenAPIHono } from '@hono/zod-openapi'
import { imports, importUpload } from '@salonback/shared/sales/imports/contract.ts'
import type { Deps } from '../../deps.ts'
import type { Sql } from '../../platform/db/open.ts'
import { requireActor, requireStill } from '../../platform/http/access.ts'
import { AppError, notFound } from '../../platform/http/errors.ts'
import { checkOrigin } from '../../platform/http/origin.ts'
import { serve } from '../../platform/http/serve.ts'
import { uploadedFile } from '../../platform/http/upload.ts'
import { importExport } from './import.ts'
import { findImports, findRejected, importExists } from './queries.ts'
import { withSlot } from './slots.ts'
import { SpoolError } from './spool.ts'

export function importsRoutes(app: OpenAPIHono, deps: Deps): void {
  serve(app, deps, 'imports', imports, {
    list: (_, { sql }) => findImports(sql),
    async errors({ id }, { sql }) {
      if (!(await importExists(sql, id))) throw notFound('Import')
      return findRejected(sql, id)
    },
  })
  upload(app, deps)
}

/** Not in the contract table, because the body is streamed; makes the same access checks. */
function upload(app: OpenAPIHono, deps: Deps): void {
  const { sql, env, clock, log } = deps
  app.post(importUpload.path, async (c) => {
    checkOrigin(c, deps)
    const actor = await requireActor(c, deps, importUpload)
    const summary = await withSlot(sql, (signal) => {
      const expected = { field: importUpload.field, maxBytes: env.MAX_IMPORT_BYTES, signal }
      const check = (open: Sql) => requireStill(open, actor, importUpload)
      return importExport(sql, uploadedFile(c.req.raw, expected), { ...actor, check }, clock())
    }).catch((error: unknown) => {
      if (!(error instanceof SpoolError)) throw error
      log.error({ err: error }, 'could not store an upload on disk')
      throw new AppError('unavailable', error.message)
    })
    return c.json(summary)
  })
}
