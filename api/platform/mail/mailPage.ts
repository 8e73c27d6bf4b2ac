import { brand } from '@salonback/shared/brand.ts'
import { Hono } from 'hono'
import { html } from 'hono/html'
import type { PlatformContext } from '../context.ts'
import { htmlPage } from '../http/htmlPage.ts'
import { sendProblem } from '../http/pages.ts'

/** Routes of pages that links in e-mails open. A failure is a page, too. */
export function mailPages(deps: PlatformContext): Hono {
  const pages = new Hono()
  pages.onError((error, c) =>
    sendProblem(c, error, deps, (message) => mailPage('Emails', html`<p>${message}</p>`)),
  )
  return pages
}

/** A page that a link in an e-mail opens, without scripts. */
export const mailPage = (title: string, body: ReturnType<typeof html>) =>
  htmlPage({
    title: `${title} · ${brand.name}`,
    head: html`<meta name="referrer" content="no-referrer">
  <meta name="color-scheme" content="light dark">
  <link rel="stylesheet" href="/o/owner.css">`,
    body: html`<body>
  <header><span class="brand">${brand.name}<span class="dot" aria-hidden="true"></span></span></header>
  <main><h1>${title}</h1>${body}</main>
  <footer>${brand.tradingLine}</footer>
</body>`,
  })
