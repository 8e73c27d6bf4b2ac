import type { HttpBindings } from '@hono/node-server'
import type { Context, Hono } from 'hono'
import type { Network } from './network.ts'
import { findMedia, findMediaOf, findText } from './queries.ts'

type Api = { Bindings: Partial<HttpBindings> }

const base = '/2010-04-01/Accounts/:account/Messages/:text'

/** Twilio's Media resource: the pictures of a text. Like Twilio it calls them what the sender called them. */
export function mediaApi(
  app: Hono<Api>,
  { sql, accountSid }: Network,
  notFound: (c: Context<Api>) => Error,
): void {
  app.get(`${base}/Media.json`, async (c) => {
    const text = await findText(sql, c.req.param('text'))
    if (!text) throw notFound(c)
    const found = await findMediaOf(sql, text.sid)
    return c.json({
      media_list: found.map(({ sid, contentType }) => ({
        sid,
        account_sid: accountSid,
        parent_sid: text.sid,
        content_type: contentType,
        uri: `${c.req.path.replace('.json', '')}/${sid}.json`,
      })),
      page: 0,
      next_page_uri: null,
    })
  })
  app.get(`${base}/Media/:media`, async (c) => {
    const text = await findText(sql, c.req.param('text'))
    const known = text ? await findMediaOf(sql, text.sid) : []
    const one = known.find(({ sid }) => sid === c.req.param('media'))
    const media = one && (await findMedia(sql, one.sid))
    if (!media) throw notFound(c)
    return c.body(new Uint8Array(media.bytes), 200, { 'Content-Type': media.contentType })
  })
}
