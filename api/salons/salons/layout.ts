import { brand, palette } from '@salonback/shared/brand.ts'
import { html } from 'hono/html'
import { htmlPage } from '../../platform/http/htmlPage.ts'

export type Html = ReturnType<typeof html>

/**
 * A page in the name of ours or of a salon. The meta tag, because with `no-referrer` browsers send `Origin: null` with
 * forms. It allows the bare origin only.
 */
export function layout(title: string, body: Html, name: string = brand.name): Html {
  return htmlPage({
    title: `${title} · ${name}`,
    head: html`<meta name="referrer" content="strict-origin">
  <meta name="color-scheme" content="light dark">
  <meta name="theme-color" content="${palette.blush}" media="(prefers-color-scheme: light)">
  <meta name="theme-color" content="${palette.night}" media="(prefers-color-scheme: dark)">
  <link rel="stylesheet" href="/o/owner.css">`,
    body: html`<body>
  <header><span class="brand">${name}<span class="dot" aria-hidden="true"></span></span></header>
  <main>${body}</main>
  <footer>${brand.tradingLine}</footer>
</body>`,
  })
}
