import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { inlineTokens } from '@salonback/shared/inlineTokens.ts'
import { Agreement, Approval, ChangeRequest } from '@salonback/shared/owner/contract.ts'
import { type Context, Hono } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { z } from 'zod'
import type { Deps } from '../deps.ts'
import { readBody } from '../http/body.ts'
import { AppError, answerError } from '../http/errors.ts'
import { checkOrigin } from '../http/origin.ts'
import { limitVisitor, visitorAddress } from '../http/rateLimits.ts'
import { agree, approve, type OwnerContext, requestChanges } from './actions.ts'
import { openLink, viewOf } from './openLink.ts'
import { donePage, type Html, linkPage, problemPage, type Typed } from './pages.ts'

/** Bytes of a form: the longest note takes nine per character, as in `%E2%82%AC`. */
const MAX_FORM = 16 * 1024

/** The pages of owner links under `/o`. They work without scripts: forms post back, and the answer is a page. */
export function ownerPages(deps: Deps): Hono {
  const pages = new Hono()
  pages.onError((error, c) => sendProblem(c, error, deps))
  serveFiles(pages)
  pages.get('/:token', async (c) => {
    await limitVisitor(c, deps)
    return sendPage(c, await pageOf(c, deps))
  })
  acceptForms(pages, deps)
  pages.all('/*', () => {
    throw new AppError('not_found', 'We do not know this link.')
  })
  return pages
}

const tokenOf = (c: Context) => c.req.param('token') ?? ''

/** The page of the link, again with what was typed if that was wrong. */
async function pageOf(c: Context, { sql, clock, env }: Deps, typed: Typed = {}): Promise<Html> {
  const token = tokenOf(c)
  return linkPage(token, viewOf(await openLink(sql, token, clock()), env), typed)
}

function acceptForms(pages: Hono, deps: Deps) {
  const accept = <S extends z.ZodType<object>>(
    name: string,
    schema: S,
    act: (input: z.output<S> & { token: string }, context: OwnerContext) => Promise<{ message: string }>,
  ) =>
    pages.post(`/:token/${name}`, async (c) => {
      const form = await readForm(c, deps)
      const typed = { name: form.name, note: form.note }
      const parsed = schema.safeParse(form)
      if (!parsed.success) {
        const error = parsed.error.issues[0]?.message ?? 'Please check the form'
        return sendPage(c, await pageOf(c, deps, { ...typed, error }), 422)
      }
      const context = { sql: deps.sql, clock: deps.clock, address: visitorAddress(c, deps.env) }
      try {
        const { message } = await act({ ...parsed.data, token: tokenOf(c) }, context)
        return sendPage(c, donePage(message))
      } catch (error) {
        if (!(error instanceof AppError && error.code === 'conflict')) throw error
        return sendPage(c, await pageOf(c, deps, { ...typed, notice: error.message }), 409)
      }
    })
  accept('agree', Agreement, agree)
  accept('approve', Approval, approve)
  accept('request-changes', ChangeRequest, requestChanges)
}

async function readForm(c: Context, deps: Deps): Promise<Record<string, string>> {
  checkOrigin(c, deps)
  await limitVisitor(c, deps)
  const type = c.req.header('content-type') ?? ''
  if (!/^application\/x-www-form-urlencoded\s*(?:;|$)/i.test(type))
    throw new AppError('wrong_type', 'Please use the form on the page.')
  return Object.fromEntries(new URLSearchParams(await readBody(c, MAX_FORM)))
}

function sendPage(c: Context, page: Html, status: ContentfulStatusCode = 200) {
  return c.html(page, status, { 'Cache-Control': 'no-store', 'X-Robots-Tag': 'noindex, nofollow' })
}

function sendProblem(c: Context, error: Error, { log }: Deps) {
  // Logs what is not meant for the owner, and sets Retry-After.
  const status = answerError(error, c, log).status as ContentfulStatusCode
  const message = error instanceof AppError ? error.message : 'Something went wrong. Please try again.'
  return sendPage(c, problemPage(message, status), status)
}

const { resolve } = createRequire(import.meta.url)
const font = (path: string) => () => resolve(`@fontsource-variable/${path}`)
const fonts = {
  'display.woff2': font('imbue/files/imbue-latin-standard-normal.woff2'),
  'text.woff2': font('instrument-sans/files/instrument-sans-latin-wght-normal.woff2'),
}

/** Style sheets and fonts, read once. Their names are no tokens, which have 22 characters. */
function serveFiles(pages: Hono) {
  const files = new Map<string, Promise<Uint8Array<ArrayBuffer>>>()
  const send = async (c: Context, type: string, name: string, read: () => Promise<Buffer>) => {
    const file = files.get(name) ?? read().then((bytes) => new Uint8Array(bytes))
    files.set(name, file)
    return c.body(await file, 200, { 'Content-Type': type, 'Cache-Control': 'public, max-age=3600' })
  }
  for (const name of ['owner.css', 'statement.css']) {
    pages.get(`/${name}`, (c) =>
      send(c, 'text/css; charset=utf-8', name, async () =>
        Buffer.from(inlineTokens(await readFile(new URL(name, import.meta.url), 'utf8'))),
      ),
    )
  }
  for (const [name, path] of Object.entries(fonts)) {
    pages.get(`/${name}`, (c) => send(c, 'font/woff2', name, () => readFile(path())))
  }
}
