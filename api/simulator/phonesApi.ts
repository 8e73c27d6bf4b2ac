import { maxEntries } from '@salonback/shared/fields.ts'
import { statusOf } from '@salonback/shared/platform/http/errors.ts'
import { toE164 } from '@salonback/shared/sms/phone.ts'
import type { Context } from 'hono'
import { Hono } from 'hono'
import { z } from 'zod'
import { readBody } from '../platform/http/body.ts'
import { AppError } from '../platform/http/errors.ts'
import { addFault, clearFaults, listFaults, NewFault } from './faults.ts'
import type { Network } from './network.ts'
import * as texts from './queries.ts'
import { sendFromHandset } from './sendFromHandset.ts'

const pictures = ['image/png', 'image/jpeg', 'image/gif', 'image/webp'] as const

const Picture = z.object({ contentType: z.enum(pictures), data: z.base64() })

const SendBody = z.object({
  body: z.string().max(1600).default(''),
  to: z.string().max(20).optional(),
  media: z.preprocess(maxEntries(10), z.array(Picture)).default([]),
  params: z.preprocess(maxEntries(100), z.record(z.string(), z.string())).optional(),
})

/** In bytes, of the JSON body with base64 pictures. */
const MAX_UPLOAD = 3 * 1024 * 1024

/** The API behind the handsets page, also used by tests. */
export function phonesApi(network: Network): Hono {
  const { sql } = network
  const app = new Hono()
  app.onError((error, c) => {
    if (error instanceof z.ZodError) return c.json({ message: z.prettifyError(error) }, 422)
    if (error instanceof AppError) return c.json({ message: error.message }, statusOf[error.code] as 413)
    if (error instanceof SyntaxError) return c.json({ message: 'Not JSON' }, 400)
    network.log.error({ err: error }, 'simulated handsets failed')
    return c.json({ message: 'The simulated network failed' }, 500)
  })

  app.get('/dev/phones/api/handsets', async (c) => {
    const limit = Math.min(1000, Number(c.req.query('limit')) || 200)
    return c.json({ handsets: await texts.listHandsets(sql, c.req.query('q') ?? '', limit) })
  })
  app.get('/dev/phones/api/handsets/:number', async (c) => {
    const number = handset(c)
    if (!number) return c.json({ message: 'Not a phone number' }, 404)
    return c.json({ number, texts: await texts.handsetTexts(sql, number) })
  })
  app.post('/dev/phones/api/handsets/:number/send', async (c) => {
    const number = handset(c)
    if (!number) return c.json({ message: 'Not a phone number' }, 404)
    const { body, to, media, params } = SendBody.parse(await json(c, MAX_UPLOAD))
    if (body === '' && media.length === 0) return c.json({ message: 'Nothing to send' }, 422)
    const sent = await sendFromHandset(network, number, {
      body,
      ...(to && { to }),
      media: media.map(({ contentType, data }) => ({ contentType, bytes: Buffer.from(data, 'base64') })),
      ...(params && { params }),
    })
    return c.json(sent, 201)
  })
  app.post('/dev/phones/api/handsets/:number/read', async (c) => {
    await json(c)
    const number = handset(c)
    if (number) await texts.markRead(sql, number)
    return c.body(null, 204)
  })
  app.get('/dev/phones/media/:sid', async (c) => {
    const media = await texts.findMedia(sql, c.req.param('sid'))
    if (!media) return c.notFound()
    return c.body(new Uint8Array(media.bytes), 200, {
      'Content-Type': media.contentType,
      'X-Content-Type-Options': 'nosniff',
      'Cache-Control': 'private, max-age=86400, immutable',
    })
  })

  app.get('/dev/phones/faults', async (c) => c.json({ faults: await listFaults(sql) }))
  app.post('/dev/phones/faults', async (c) => c.json(await addFault(sql, NewFault.parse(await json(c))), 201))
  app.delete('/dev/phones/faults/:id?', async (c) => {
    const id = c.req.param('id')
    await clearFaults(sql, id === undefined ? null : Number(id) || 0)
    return c.body(null, 204)
  })
  return app
}

/** Accepts only JSON, which a form on another site cannot send without a CORS preflight. */
async function json(c: Context, maxBytes?: number): Promise<unknown> {
  if (!c.req.header('content-type')?.startsWith('application/json')) throw new SyntaxError('not JSON')
  return JSON.parse(await readBody(c, maxBytes))
}

const handset = (c: Context) => toE164(c.req.param('number') ?? '')
