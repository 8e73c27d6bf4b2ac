import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { Env } from '../env.ts'
import { fixedSecurityHeaders } from './headers.ts'
import type { Fetch } from './listen.ts'
import { hostCheck } from './origin.ts'
import { encodedFor, isUnchanged, type StaticFile } from './staticFiles.ts'

/**
 * Answers GET of what `siteRoutes` has at fixed addresses before the app sees it, with the very answer the app would
 * give, put together beforehand. Whatever is unusual about a call is left to the app.
 */
export async function answerFixedPages(
  fetch: Fetch,
  pages: Map<string, StaticFile>,
  env: Env,
): Promise<Fetch> {
  const securityAt = await fixedSecurityHeaders(env)
  const isOurs = hostCheck(env)
  const made = new Map<Record<string, string>, Record<string, string>>()
  const allHeaders = (path: string, own: Record<string, string>) => {
    const known = made.get(own)
    if (known) return known
    const all = { ...own, ...securityAt(path) }
    made.set(own, all)
    return all
  }
  const answer = ({ method, url = '', headers }: IncomingMessage): Response | null => {
    if (method !== 'GET' || headers['x-request-id'] !== undefined || !isOurs(headers.host)) return null
    const query = url.indexOf('?')
    const path = query < 0 ? url : url.slice(0, query)
    const file = pages.get(path)
    if (!file) return null
    const accepts = headers['accept-encoding']
    const encoded = encodedFor(file, typeof accepts === 'string' ? accepts : undefined)
    const unchanged = isUnchanged(encoded, headers['if-none-match'])
    const fixed = allHeaders(path, unchanged ? encoded.unchanged : encoded.headers)
    return new Response(unchanged ? null : encoded.body, {
      status: unchanged ? 304 : 200,
      headers: { ...fixed, 'x-request-id': randomUUID() },
    })
  }
  return (request, bindings, ...more) => {
    const incoming = (bindings as { incoming?: IncomingMessage } | undefined)?.incoming
    return (incoming && answer(incoming)) ?? fetch(request, bindings, ...more)
  }
}
