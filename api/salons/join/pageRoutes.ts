import { JoinForm } from '@salonback/shared/salons/join/contract.ts'
import { WORDING_VERSION } from '@salonback/shared/salons/join/wording.ts'
import { takesTexts, typedNumber } from '@salonback/shared/sms/phone.ts'
import { type Context, Hono } from 'hono'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../platform/http/errors.ts'
import { readStyles } from '../../platform/http/htmlPage.ts'
import { readForm, sendPage, sendProblem } from '../../platform/http/pages.ts'
import { limitVisitor, visitorAddress } from '../../platform/http/rateLimits.ts'
import { confirmByLink, type JoinContext, openRequest, requestJoin } from './joinRequests.ts'
import { confirmPage, joinedPage, joinPage, problemPage, sentPage, type Typed } from './pages.tsx'
import { posterPage } from './poster.ts'
import { findJoinSalon, findJoinSalonById, findRequest, type JoinSalon } from './queries.ts'

/** The pages of a salon under `/join`, on which its clients give their consent. */
export function joinPages(deps: Deps): Hono {
  const pages = new Hono()
  pages.onError((error, c) => sendProblem(c, error, deps, problemPage))
  pages.get('/poster.css', sendStyles())
  pages.get('/:slug', async (c) => sendPage(c, joinPage(await salonOf(c, deps))))
  pages.post('/:slug', (c) => acceptForm(c, deps))
  pages.get('/:slug/poster', async (c) =>
    sendPage(c, posterPage(await salonOf(c, deps), deps.env.PUBLIC_URL)),
  )
  pages.get('/:slug/confirm/:token', async (c) => {
    await limitVisitor(c, deps)
    const salon = await salonOf(c, deps)
    const request = await openRequest(deps.sql, salon, tokenOf(c), deps.clock())
    return sendPage(c, request.confirmedAt ? joinedPage(salon) : confirmPage(salon, tokenOf(c), request))
  })
  pages.post('/:slug/confirm/:token', async (c) => {
    await readForm(c, deps)
    const salon = await salonOf(c, deps)
    await confirmByLink(contextOf(c, deps), salon, tokenOf(c))
    return sendPage(c, joinedPage(salon))
  })
  pages.all('/*', () => {
    throw new AppError('not_found', 'There is no such page.')
  })
  return pages
}

/** `/j/{token}` leads to the page that confirms: with the longer address the text would be two segments. */
export function joinLinks(deps: Deps): Hono {
  const links = new Hono()
  links.onError((error, c) => sendProblem(c, error, deps, problemPage))
  links.get('/:token', async (c) => {
    await limitVisitor(c, deps)
    const request = await findRequest(deps.sql, tokenOf(c))
    const salon = request && (await findJoinSalonById(deps.sql, request.salonId))
    if (!salon) throw new AppError('not_found', 'This link is not valid.')
    c.header('Cache-Control', 'no-store')
    return c.redirect(`/join/${salon.slug}/confirm/${tokenOf(c)}`, 302)
  })
  links.all('/*', () => {
    throw new AppError('not_found', 'This link is not valid.')
  })
  return links
}

const tokenOf = (c: Context) => c.req.param('token') ?? ''

const contextOf = (c: Context, deps: Deps): JoinContext => ({ ...deps, address: visitorAddress(c, deps.env) })

/** Throws 404 for an unknown or closed salon, and for one without a number: it could not send the confirmation. */
async function salonOf(c: Context, { sql }: Deps): Promise<JoinSalon> {
  const salon = await findJoinSalon(sql, c.req.param('slug') ?? '')
  if (!salon) throw new AppError('not_found', 'This salon has no page here.')
  return salon
}

async function acceptForm(c: Context, deps: Deps) {
  const form = await readForm(c, deps)
  const salon = await salonOf(c, deps)
  const { firstName, phone, agree } = form
  const again = (typed: Pick<Typed, 'errors' | 'notice'>) =>
    sendPage(c, joinPage(salon, { firstName, phone, agree, ...typed }), 422)
  const parsed = JoinForm.safeParse(form)
  if (!parsed.success) return again({ errors: errorsOf(parsed.error.issues) })
  if (parsed.data.wording !== WORDING_VERSION)
    return again({ errors: {}, notice: 'The text next to the box has changed. Please read it again.' })
  const number = typedNumber(parsed.data.phone, salon.country)
  if (!number || !takesTexts(number))
    return again({ errors: { phone: 'Please type a mobile number that can get texts' } })
  await requestJoin(contextOf(c, deps), salon, { phone: number, firstName: parsed.data.firstName })
  return sendPage(c, sentPage(salon, parsed.data.phone))
}

/** The first message of each field. */
function errorsOf(issues: readonly { path: PropertyKey[]; message: string }[]): Typed['errors'] {
  const errors: Record<string, string> = {}
  for (const { path, message } of issues) errors[String(path[0])] ??= message
  return errors
}

/** The style sheet of the poster, read once. Slugs have no dots. */
function sendStyles() {
  let styles: Promise<string> | undefined
  return async (c: Context) => {
    styles ??= readStyles(new URL('poster.css', import.meta.url))
    const headers = { 'Content-Type': 'text/css; charset=utf-8', 'Cache-Control': 'public, max-age=3600' }
    return c.body(await styles, 200, headers)
  }
}
