import { OpenAPIHono } from '@hono/zod-openapi'
import { brand } from '@salonback/shared/brand.ts'
import { events } from '@salonback/shared/contracts.ts'
import { eventKindNames } from '@salonback/shared/platform/receivers/eventKinds.ts'
import type { PlatformContext } from '../context.ts'
import { asJson } from './json.ts'
import { describeEvent, describeRows } from './openapi.ts'
import { type Reference, referencePage } from './referencePage.ts'

/** The OpenAPI document of the calls with an API key, and of the events. */
function keyDocument(publicUrl: string) {
  const app = new OpenAPIHono()
  describeRows(app, 'key')
  for (const kind of eventKindNames) describeEvent(app, kind, events[kind])
  app.openAPIRegistry.registerComponent('securitySchemes', 'key', {
    type: 'http',
    scheme: 'bearer',
    description: 'An API key, which an admin makes on the page Connect',
  })
  return app.getOpenAPI31Document({
    openapi: '3.1.0',
    info: { title: `${brand.name} API for other systems`, version: '1.0.0' },
    servers: [{ url: publicUrl }],
  })
}

/** `/api/v1/openapi.json`, and the same as a page to read at `/api/v1`. */
export function referenceRoutes(app: OpenAPIHono, { env }: Pick<PlatformContext, 'env'>): void {
  // Built once: the routes are public, and the document takes CPU.
  let built: { json: string; page: Promise<string> } | undefined
  const build = () => {
    const document = keyDocument(env.PUBLIC_URL)
    return {
      json: JSON.stringify(document),
      page: Promise.resolve(referencePage(document as unknown as Reference)).then(String),
    }
  }
  app.get('/api/v1/openapi.json', (c) => {
    built ??= build()
    return asJson(c, built.json)
  })
  app.get('/api/v1', async (c) => {
    built ??= build()
    return c.html(await built.page)
  })
}
