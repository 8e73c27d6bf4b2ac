import { expect, test } from 'vitest'
import { ANALYTICS, baked, ORIGIN } from './origin.ts'
import { pages } from './pages.tsx'
import { prerender } from './prerender.tsx'

const assets = { scripts: ['/assets/main.js'], styles: 'p{}', fonts: ['/assets/f.woff2'], preload: [] }

test.each(pages)('$path is one whole document', (page) => {
  const html = prerender(page, assets)
  expect(html.match(/<h1[ >]/g)).toHaveLength(1)
  expect(html.match(/<main /g)).toHaveLength(1)
  expect(html).toContain('/assets/f.woff2')
  expect(html.includes('content="noindex"')).toBe(!page.listed)
  expect(html.split(ANALYTICS)).toHaveLength(2)
  expect(html).not.toMatch(/ style="/)
  expect(html).not.toContain('undefined')
})

test('for a plain host the origin and the analytics id are put in for good', () => {
  const page = pages.find(({ path }) => path === '/contact')
  if (!page) throw new Error('there is no contact page')
  const html = baked(prerender(page, assets), { publicUrl: 'https://example.com', analyticsId: 'G-1' })
  expect(html).toContain('<link rel="canonical" href="https://example.com/contact">')
  expect(html).toContain('<meta name="analytics-id" content="G-1">')
  expect(html).not.toContain(ORIGIN)
  expect(baked(ORIGIN + ANALYTICS, {})).toBe(ORIGIN + ANALYTICS)
})
