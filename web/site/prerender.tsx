import { renderToString } from 'react-dom/server'
import { headOf } from './head.ts'
import type { Page } from './pages.tsx'
import { Footer } from './parts/Footer.tsx'
import { Header } from './parts/Header.tsx'

/** What the build made for a page's head: addresses of files, and the style sheet itself. */
export type BuiltAssets = {
  scripts: string[]
  styles: string
  fonts: string[]
  /** What the scripts import, so that the browser need not find out one by one. */
  preload: string[]
}

/** A whole page as static HTML. It reads complete without any script. */
export function prerender(page: Page, assets: BuiltAssets): string {
  const body = renderToString(
    <>
      <a className="skip" href="#content">
        Skip to content
      </a>
      <Header mode={page.header} />
      <main id="content" tabIndex={-1}>
        {page.body}
      </main>
      <Footer />
    </>,
  )
  return [
    '<!doctype html>',
    '<html lang="en-GB">',
    `<head>${headOf(page, assets)}</head>`,
    `<body class="ground-${page.ground}">${body}</body>`,
    '</html>',
    '',
  ].join('\n')
}
