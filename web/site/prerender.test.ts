import { outreach } from '@salonback/shared/brand.ts'
import { expect, onTestFinished, test } from 'vitest'
import { ANALYTICS, ORIGIN, withStaticValues } from './origin.ts'
import { pages } from './pages.tsx'
import { prerender } from './prerender.tsx'

const assets = { scripts: ['/assets/main.js'], styles: 'p{}', fonts: ['/assets/f.woff2'], preload: [] }

test.each(pages)('$path is a complete document', (page) => {
  const html = prerender(page, assets)
  expect(html.match(/<h1[ >]/g)).toHaveLength(1)
  expect(html.match(/<main /g)).toHaveLength(1)
  expect(html).toContain('/assets/f.woff2')
  expect(html.includes('content="noindex"')).toBe(!page.listed)
  expect(html.split(ANALYTICS)).toHaveLength(2)
  expect(html).not.toMatch(/ style="/)
  expect(html).not.toContain('undefined')
})

/** Text content with single spaces. */
const textContent = (path: string) => {
  const page = pages.find((one) => one.path === path)
  if (!page) throw new Error(`there is no page ${path}`)
  return prerender(page, assets)
    .replace(/^[\s\S]*<body/, '')
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
}

test.each([
  [
    '/',
    [
      'Text Me the Details',
      'Your hands are full.',
      'From your list to your chair in five steps.',
      'Why it works',
      'What owners say',
      'What happens to your list',
      'I worried it would feel pushy.',
      'Two days, and my quiet Tuesday wasn’t quiet.',
      'Want to see how it works for you?',
      'a company registered in Ireland',
    ],
  ],
  [
    '/uksalon',
    [
      'Your next booking already knows you.',
      'New clients cost money.',
      'How It Works',
      'You pay once Maya’s back in the chair.',
      '90% of texts are read within 3 minutes.',
      'You could do it yourself, at ten at night.',
      'Is it right for you?',
    ],
  ],
])('the sections of %s are in the order of the specification', (path, sections) => {
  const words = textContent(path)
  const places = sections.map((words_) => words.indexOf(words_))
  expect(places).not.toContain(-1)
  expect(places).toEqual(places.toSorted((a, b) => a - b))
})

test.each([
  [
    true,
    ['Published business numbers', 'Where from.', 'booking marketplaces', 'How to object.', 'sole traders'],
  ],
  [false, []],
])('the privacy policy names published numbers only where they are texted: %s', (texts, words) => {
  const { textsPublishedNumbers } = outreach
  onTestFinished(() => void Object.assign(outreach, { textsPublishedNumbers }))
  outreach.textsPublishedNumbers = texts
  const policy = textContent('/privacy')
  for (const word of [...words, 'SMS consent', 'Reply STOP', 'you gave us your number'])
    expect(policy).toContain(word)
  expect(/publish/i.test(policy)).toBe(texts)
})

test.each(pages)('the footer of $path links to the policies and to contact', (page) => {
  const footer = /<footer[\s\S]*<\/footer>/.exec(prerender(page, assets))?.[0] ?? ''
  for (const path of ['/privacy', '/terms', '/contact']) expect(footer).toContain(`href="${path}"`)
})

test('a build for a static host contains the origin and the analytics id', () => {
  const page = pages.find(({ path }) => path === '/contact')
  if (!page) throw new Error('there is no contact page')
  const html = withStaticValues(prerender(page, assets), {
    publicUrl: 'https://example.com',
    analyticsId: 'G-1',
  })
  expect(html).toContain('<link rel="canonical" href="https://example.com/contact">')
  expect(html).toContain('<meta name="analytics-id" content="G-1">')
  expect(html).not.toContain(ORIGIN)
  expect(withStaticValues(ORIGIN + ANALYTICS, {})).toBe(ORIGIN + ANALYTICS)
})
