import { isWebAddress } from '@salonback/shared/webAddress.ts'
import { type Context, Hono } from 'hono'
import { isbot } from 'isbot'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../platform/http/errors.ts'
import { checkOrigin } from '../../platform/http/origin.ts'
import { privateHeaders, sendPage, sendProblem } from '../../platform/http/pages.ts'
import { isPastLimit, limitVisitor } from '../../platform/http/rateLimits.ts'
import { hashOfToken } from '../../platform/http/tokens.ts'
import { askedPage, callPage, problemPage } from './pages.tsx'
import { type BookingLink, findBookingLink, saveCallRequest, saveClick } from './queries.ts'
import { isToken } from './tokens.ts'

/** Booking links under `/b`: they forward to the salon's booking page, or show a small page with its number. */
export function bookingLinkPages(deps: Deps): Hono {
  const { sql, clock } = deps
  const pages = new Hono()
  pages.onError((error, c) => sendProblem(c, error, deps, problemPage))
  pages.get('/:token', async (c) => {
    const link = await openLink(c, deps)
    if (link.clickedAt === null && isPerson(c)) await saveClick(sql, link.id, clock())
    const address = bookingAddress(link)
    return address ? forward(c, address) : sendPage(c, callPage(c.req.param('token'), link))
  })
  pages.post('/:token/call', async (c) => {
    checkOrigin(c, deps)
    await limitVisitor(c, deps)
    const link = await openLink(c, deps)
    await saveCallRequest(sql, link.id, clock())
    return sendPage(c, askedPage(link))
  })
  pages.all('/*', () => {
    throw unknownLink()
  })
  return pages
}

const unknownLink = () => new AppError('not_found', 'This link is not valid.')

/** Counts unknown tokens only: phones of one mobile network share an address. */
const GUESSES = 'guess'

/** The link with its salon. Throws 404 for an unknown token, 410 for a closed salon, 429 after too many unknown ones. */
async function openLink(c: Context, deps: Deps): Promise<BookingLink> {
  // Also refuses known tokens: otherwise guesses past the limit still find them.
  if (await isPastLimit(c, deps, GUESSES))
    throw new AppError('too_many', 'Too many requests. Please try again in a minute.', { retryAfter: 60 })
  const token = c.req.param('token') ?? ''
  const link = isToken(token) ? await findBookingLink(deps.sql, hashOfToken(token)) : undefined
  if (!link) {
    await limitVisitor(c, deps, GUESSES)
    throw unknownLink()
  }
  if (link.salonState === 'closed') throw new AppError('gone', 'This link no longer works.')
  return link
}

const early = ['sec-purpose', 'purpose', 'x-purpose', 'x-moz']

/** Whether a person opened the link; previews, prefetches and bots do not count. */
function isPerson(c: Context): boolean {
  const isEarly = early.some((name) => /prefetch|prerender|preview/i.test(c.req.header(name) ?? ''))
  const agent = c.req.header('user-agent')
  return c.req.method === 'GET' && !isEarly && agent !== undefined && agent !== '' && !isbot(agent)
}

/** The salon's booking page; null if it has none. */
function bookingAddress({ bookingUrl }: BookingLink): string | null {
  return bookingUrl && isWebAddress(bookingUrl) ? new URL(bookingUrl).href : null
}

const forward = (c: Context, address: string) => c.body(null, 302, { ...privateHeaders, Location: address })
