/** @jsxImportSource hono/jsx */
import { brand, palette } from '@salonback/shared/brand.ts'
import { html } from 'hono/html'
import { type Html, htmlPage } from './htmlPage.ts'

interface Layout {
  name?: string
  /** With `no-referrer` browsers send `Origin: null` with forms; `strict-origin` allows the bare origin only. */
  referrer?: 'strict-origin' | 'no-referrer'
}

/** A page without scripts in the name of ours or of a salon. */
export const layout = (
  title: string,
  body: Html,
  { name = brand.name, referrer = 'strict-origin' }: Layout = {},
): Html =>
  htmlPage({
    title: `${title} · ${name}`,
    // As text: JSX keeps one `meta` of each name, and drops the second theme colour.
    head: html`<meta name="referrer" content="${referrer}">
  <meta name="color-scheme" content="light dark">
  <meta name="theme-color" content="${palette.blush}" media="(prefers-color-scheme: light)">
  <meta name="theme-color" content="${palette.night}" media="(prefers-color-scheme: dark)">
  <link rel="stylesheet" href="/o/owner.css">`,
    body: (
      <body>
        <header>
          <span class="brand">
            {name}
            <span class="dot" aria-hidden="true" />
          </span>
        </header>
        <main>{body}</main>
        <footer>{brand.tradingLine}</footer>
      </body>
    ),
  })
