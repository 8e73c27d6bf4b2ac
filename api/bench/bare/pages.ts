import { serve } from '@hono/node-server'
import { Hono } from 'hono'

// The reference of the bench of pages, a process of its own: the app a tutorial would show, with our headers and bytes.
process.once('message', ({ headers, body }: { headers: Record<string, string>; body: string }) => {
  const bytes = new Uint8Array(Buffer.from(body, 'base64'))
  const app = new Hono()
  app.get('/', (c) => c.body(bytes, 200, headers))
  serve({ fetch: app.fetch, hostname: '127.0.0.1', port: 0 }, ({ port }) => process.send?.(port))
})
