import { brand } from '@salonback/shared/brand.ts'
import { html } from 'hono/html'
import { htmlPage } from '../http/htmlPage.ts'

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
