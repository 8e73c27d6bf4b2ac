import { renderToString } from 'react-dom/server'
import { type BuiltAssets, headOf } from './head.ts'
import type { Page } from './pages.tsx'
import { Footer } from './parts/Footer.tsx'
import { Header } from './parts/Header.tsx'

/** Renders a page as static HTML that works without scripts. */
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
