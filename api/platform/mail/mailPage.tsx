/** @jsxImportSource hono/jsx */
import { Hono } from 'hono'
import type { PlatformContext } from '../context.ts'
import type { Html } from '../http/htmlPage.ts'
import { layout } from '../http/layout.tsx'
import { sendProblem } from '../http/pages.ts'

/** Routes of pages that links in e-mails open. A failure is a page, too. */
export function mailPages(deps: PlatformContext): Hono {
  const pages = new Hono()
  pages.onError((error, c) => sendProblem(c, error, deps, (message) => mailPage('Emails', <p>{message}</p>)))
  return pages
}

/** A page that a link in an e-mail opens, without scripts. */
export const mailPage = (title: string, body: Html) =>
  layout(
    title,
    <>
      <h1>{title}</h1>
      {body}
    </>,
    { referrer: 'no-referrer' },
  )
