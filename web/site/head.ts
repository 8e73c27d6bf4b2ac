import { brand, palette } from '@salonback/shared/brand.ts'
import { marketCodes } from '@salonback/shared/sms/markets.ts'
import { ANALYTICS, ORIGIN } from './origin.ts'
import type { Page } from './pages.tsx'

/** Build output for a page head: file addresses and the style sheet. */
export type BuiltAssets = {
  scripts: string[]
  styles: string
  fonts: string[]
  /** Imports of the scripts, for modulepreload. */
  preload: string[]
}

const themes = { blush: palette.blush, paper: palette.paper, emerald: palette.yes }

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

const meta = (name: string, content: string) => `<meta name="${name}" content="${escaped(content)}">`
const property = (name: string, content: string) => `<meta property="${name}" content="${escaped(content)}">`

/** Structured data (JSON-LD) about the business for search engines. */
function structuredData() {
  const organisation = {
    '@type': 'Organization',
    '@id': `${ORIGIN}/#organisation`,
    name: brand.name,
    legalName: brand.company,
    url: `${ORIGIN}/`,
    logo: `${ORIGIN}/icon-512.png`,
    contactPoint: { '@type': 'ContactPoint', contactType: 'customer support', email: brand.supportEmail },
  }
  const service = {
    '@type': 'Service',
    name: `${brand.name} SMS re-engagement`,
    serviceType: 'SMS re-engagement of past customers for salons and spas',
    provider: { '@id': organisation['@id'] },
    areaServed: [...marketCodes].sort(),
    offers: {
      '@type': 'Offer',
      description: 'No setup cost, no subscription. 30% of the initial rebooking generated.',
    },
  }
  const data = { '@context': 'https://schema.org', '@graph': [organisation, service] }
  return `<script type="application/ld+json">${JSON.stringify(data).replaceAll('<', '\\u003c')}</script>`
}

function sharing(page: Page) {
  return [
    property('og:type', 'website'),
    property('og:site_name', brand.name),
    property('og:title', page.title),
    property('og:description', page.description),
    property('og:url', ORIGIN + page.path),
    property('og:locale', 'en_GB'),
    property('og:image', `${ORIGIN}/opengraph.png`),
    property('og:image:width', '1200'),
    property('og:image:height', '630'),
    property('og:image:alt', 'They meant to come back. Let’s text them.'),
    meta('twitter:card', 'summary_large_image'),
  ]
}

/** Content of `<head>`. */
export function headOf(page: Page, assets: BuiltAssets): string {
  const found = page.status === 200
  return [
    '<meta charset="utf-8">',
    meta('viewport', 'width=device-width, initial-scale=1'),
    `<title>${escaped(page.title)}</title>`,
    meta('description', page.description),
    ...assets.fonts.map(
      (font) => `<link rel="preload" href="${font}" as="font" type="font/woff2" crossorigin>`,
    ),
    `<style>${assets.styles}</style>`,
    ...assets.scripts.map((script) => `<script type="module" src="${script}"></script>`),
    ...assets.preload.map((chunk) => `<link rel="modulepreload" href="${chunk}">`),
    meta('theme-color', themes[page.ground]),
    ...(found ? [`<link rel="canonical" href="${ORIGIN}${page.path}">`, ...sharing(page)] : []),
    ...(page.listed ? [] : [meta('robots', 'noindex')]),
    '<link rel="icon" href="/favicon.svg" type="image/svg+xml">',
    '<link rel="icon" href="/icon-48.png" sizes="48x48" type="image/png">',
    '<link rel="apple-touch-icon" href="/apple-touch-icon.png">',
    '<link rel="manifest" href="/manifest.webmanifest">',
    ...(page.path === '/' ? [structuredData()] : []),
    ANALYTICS,
  ].join('\n')
}
