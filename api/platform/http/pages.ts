import type { Context } from 'hono'
import type { html } from 'hono/html'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { PlatformContext } from '../context.ts'
import { readBody } from './body.ts'
import { AppError, answerError } from './errors.ts'
import { checkOrigin } from './origin.ts'
import { limitVisitor } from './rateLimits.ts'

// Pages without scripts: forms post back, and the answer is a page.

type Html = ReturnType<typeof html>

/** Bytes of a form: the longest note takes nine per character, as in `%E2%82%AC`. */
const MAX_FORM = 16 * 1024

/** The fields of a posted form, after the checks that every public form has. */
export async function readForm(c: Context, deps: PlatformContext): Promise<Record<string, string>> {
  checkOrigin(c, deps)
  await limitVisitor(c, deps)
  const type = c.req.header('content-type') ?? ''
  if (!/^application\/x-www-form-urlencoded\s*(?:;|$)/i.test(type))
    throw new AppError('wrong_type', 'Please use the form on the page.')
  return Object.fromEntries(new URLSearchParams(await readBody(c, MAX_FORM)))
}

/** Of pages that are for one person. */
export const privateHeaders = { 'Cache-Control': 'no-store', 'X-Robots-Tag': 'noindex, nofollow' }

export const sendPage = (c: Context, page: Html | string, status: ContentfulStatusCode = 200) =>
  c.html(page, status, privateHeaders)

/** Answers an error with a page that shows its message. */
export async function sendProblem(
  c: Context,
  error: Error,
  { log, env }: Pick<PlatformContext, 'log' | 'env'>,
  pageOf: (message: string, status: number) => Html,
) {
  // Logs what is not meant for visitors, and sets Retry-After.
  const answer = answerError(error, c, log, env)
  const { message } = (await answer.json()) as { message: string }
  const status = answer.status as ContentfulStatusCode
  return sendPage(c, pageOf(message, status), status)
}
