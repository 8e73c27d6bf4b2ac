import { gzipSync } from 'node:zlib'
import { fullMotion } from '@salonback/shared/testing/browser.ts'
import { expect, test } from 'vitest'
import { openSite, pageText, routes } from './openSite.ts'

const { visit, newPage, goTo, origin } = openSite()

const phone = { viewport: { width: 375, height: 812 } }
const footer = [
  'Privacy Policy',
  'Terms of Service',
  'Contact',
  'Salonback is a trading name of Salonback Limited, a company registered in Ireland.',
]

/** Required texts of each page. */
const requiredTexts: { [path: string]: string[] } = {
  '/': [
    'Text Me the Details',
    'No setup cost, no subscription. You pay 30% of the first rebooking.',
    'Your hands are full.',
    'Upfront cost Nothing',
    'Your time One yes',
    'Your customer list Still yours',
    'Never sold, never reused.',
    'First bookings Within hours',
    'Our share 30%, once',
    'Every visit after that is all yours.',
    'From your list to your chair in five steps.',
    'Share your list',
    'Refresh consent',
    'An opt-in message goes first if consent is missing or out of date.',
    'Craft the offer',
    'Send it by SMS',
    'Customers book',
    'Why it works',
    'Over 90% of texts are opened within minutes.',
    'They already trust you',
    'It’s polite, personal and well timed',
    'Within 48 hours',
    'Nail lounge owner',
    'Salon co-owner',
    'Spa manager',
    'What happens to your list',
    'We never sell it and never reuse it.',
    'Everything we send follows legal consent rules, TCPA in the US, GDPR in the UK and Ireland',
    'I worried it would feel pushy.',
    'Two days, and my quiet Tuesday wasn’t quiet.',
    'Want to see how it works for you?',
    'Country',
    'Mobile number',
    'Send Me More Details',
    'By submitting, you agree to receive SMS communications from us.',
    "Here's how we fill your quiet days, and what it costs",
    'We start with businesses that have a few hundred past clients’ mobile numbers, and may ask to see the size',
  ],
  '/contact': [
    'Get in Touch',
    'hello@salonback.com',
    '+44 7700 900142',
    'Answered within 24 hours.',
    'Answered within 2 hours.',
    '9 AM-6 PM EST',
    'Monday-Friday',
    'Name required',
    'Email required',
    'Subject required',
    'Message required',
    'Send Message',
    'Back to Home',
    'Text Me the Details',
  ],
  '/privacy': [
    'Privacy Policy',
    'Effective 1 August 2025',
    'Contact details.',
    'Booking and engagement data from the salon.',
    'Technical data.',
    'reminders about appointments',
    'offers from a salon',
    're-engagement',
    'SMS consent',
    'Typically 3-4 messages per year',
    'Reply STOP',
    'Reply HELP',
    'message and data rates may apply',
    'Keeping it safe',
    'Your rights',
    'privacy@salonback.com',
    'Back to Home',
  ],
  '/terms': [
    'Terms of Service',
    'Effective 1 August 2025',
    'Service overview',
    '30% of the initial rebooking generated',
    'SMS messaging terms',
    'Typically 3-4 messages per year',
    'reply STOP',
    'reply HELP',
    'Changes to these terms',
    'Contact information',
    '9 AM-6 PM EST, Monday-Friday',
    'Back to Home',
  ],
  '/uksalon': [
    'Your next booking already knows you.',
    'New clients cost money.',
    'How It Works',
    'Here’s my list.',
    'Here’s your offer. OK to send?',
    'Yes!',
    'You pay once Maya’s back in the chair.',
    '30% of the first rebooking, once.',
    '90% of texts are read within 3 minutes.',
    'We filled a dead Wednesday',
    'You could do it yourself, at ten at night.',
    'Customer Base',
    'Marketing Experience',
    'What’s the hardest part about getting customers to return?',
    '0/200',
    'Contact Details',
    'Mobile number',
    'Email optional',
    'I agree to be contacted about the product services.',
    "See if it's right for my business",
  ],
  '/waitlist-thank-you': [
    "You've applied!",
    'We read your answers, all of them.',
    'we may suggest a quick chat',
    'If it’s a fit, your invitation comes ahead of the queue.',
    'hello@salonback.com',
    'Replies come within 24 hours.',
    'Back to Home',
    'Contact Us',
    'reply UNSUBSCRIBE',
  ],
}

test.each(routes)('%s has its required texts with and without JavaScript', async (path) => {
  for (const javaScriptEnabled of [true, false]) {
    const page = await visit(path, { javaScriptEnabled })
    const words = await pageText(page)
    for (const phrase of [...(requiredTexts[path] ?? []), ...footer]) expect(words).toContain(phrase)
    expect(words.includes('This form needs JavaScript.')).toBe(
      !javaScriptEnabled && ['/', '/contact', '/uksalon'].includes(path),
    )
  }
})

test('on a phone the header and the calls to action are short', async () => {
  const short = { '/': 'Get Details', '/contact': 'Home', '/uksalon': '', '/waitlist-thank-you': '' }
  for (const [path, label] of Object.entries(short)) {
    const page = await visit(path, phone)
    expect(await pageText(page, 'header')).toBe(label ? `Salonback ${label}` : 'Salonback')
    const calls = await page.locator('a[href$="#lead"]').allInnerTexts()
    expect(new Set(calls), path).toEqual(new Set(calls.length > 0 ? ['Get Details'] : []))
    expect(calls.length > 0, path).toBe(path === '/' || path === '/contact')
  }
  const wide = await visit('/privacy')
  await wide.getByRole('link', { name: 'Back to Home' }).click()
  await wide.waitForURL(`${origin()}/`)
  await wide.getByRole('link', { name: 'Salonback' }).first().click()
  await wide.waitForURL(`${origin()}/`)
})

test('the call to action scrolls to the lead form, also from other pages', async () => {
  const page = await visit('/', fullMotion)
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).scrollBehavior)).toBe('smooth')
  await page.locator('header').getByRole('link', { name: 'Text Me the Details' }).click()
  expect(await page.locator('header').evaluate((header) => getComputedStyle(header).position)).toBe('sticky')
  const heading = page.getByRole('heading', { name: 'Want to see how it works for you?' })
  await expect.poll(async () => (await heading.boundingBox())?.y ?? 9999).toBeLessThan(400)
  await page.locator('.header-past').waitFor()

  const contact = await visit('/contact')
  await contact.getByRole('link', { name: 'Text Me the Details' }).click()
  await contact.waitForURL(`${origin()}/#lead`)

  const waitlist = await visit('/uksalon')
  await waitlist.getByRole('link', { name: 'Answer five questions' }).click()
  const questions = waitlist.getByRole('heading', { name: 'Is it right for you?' })
  await expect.poll(async () => (await questions.boundingBox())?.y ?? 9999).toBeLessThan(400)
})

test('the thank-you page links home and to an email draft', async () => {
  const page = await visit('/waitlist-thank-you')
  expect(await page.getByRole('link', { name: 'Contact Us' }).getAttribute('href')).toBe(
    'mailto:hello@salonback.com?subject=Salonback%20waitlist%20question',
  )
  await page.getByRole('link', { name: 'Back to Home' }).click()
  await page.waitForURL(`${origin()}/`)
})

test('/waitlist redirects to a 404 card that links to /uksalon with the query', async () => {
  const still = await visit('/waitlist?mobile=447700900123', { javaScriptEnabled: false })
  expect(await pageText(still, 'main')).toContain('Redirecting...')

  const page = await newPage({ expectedErrors: /404 \(Not Found\)/ })
  await page.goto(`${origin()}/waitlist?mobile=447700900123`)
  await page.waitForURL(`${origin()}/waitlist-landing?mobile=447700900123`)
  await page.getByRole('heading', { name: '404 Page Not Found' }).waitFor()
  await page.getByRole('link', { name: 'Go to the waitlist' }).click()
  await page.waitForURL(`${origin()}/uksalon?mobile=447700900123`)
  await page.getByText('+44 7700 900123').waitFor()
})

test('every page has its own title and description, and its linked files exist', async () => {
  const titles = new Set<string>()
  for (const path of routes) {
    const page = await visit(path)
    titles.add(await page.title())
    const content = (name: string) => page.locator(`meta[${name}]`).getAttribute('content')
    expect(await content('name=description')).toMatch(/.{20,}/)
    expect(await content('name=theme-color')).toMatch(/^#/)
    expect(await content('property="og:url"')).toBe(origin() + path)
    expect(await page.locator('link[rel=canonical]').getAttribute('href')).toBe(origin() + path)
    expect(await page.content()).not.toContain('__PUBLIC_ORIGIN__')
  }
  expect(titles.size).toBe(routes.length)

  const page = await newPage()
  const read = async (path: string) => {
    const answer = await page.request.get(origin() + path)
    expect(answer.status(), path).toBe(200)
    return answer
  }
  const image = await (await read('/opengraph.png')).body()
  expect([image.readUInt32BE(16), image.readUInt32BE(20)]).toEqual([1200, 630])
  const sitemap = await (await read('/sitemap.xml')).text()
  for (const path of ['/', '/contact', '/privacy', '/terms', '/uksalon']) {
    expect(sitemap).toContain(`<loc>${origin()}${path}</loc>`)
  }
  expect(await (await read('/robots.txt')).text()).toContain(`Sitemap: ${origin()}/sitemap.xml`)
  const manifest = await (await read('/manifest.webmanifest')).json()
  for (const { src } of manifest.icons) await read(src)
  await read('/favicon.svg')
  // Browsers request /favicon.ico without a link: three PNG images in one file.
  const icon = await (await read('/favicon.ico')).body()
  expect([icon.readUInt16LE(0), icon.readUInt16LE(2), icon.readUInt16LE(4)]).toEqual([0, 1, 3])
  await goTo(page, '/')
  const data = JSON.parse((await page.locator('script[type="application/ld+json"]').textContent()) ?? '')
  expect(data['@graph'].map((thing: { '@type': string }) => thing['@type'])).toEqual([
    'Organization',
    'Service',
  ])
})

test('the landing page loads at most 85 KB of JavaScript and 200 KB in total, gzipped', async () => {
  const page = await newPage()
  const sizes: { script: boolean; size: Promise<number> }[] = []
  page.on('requestfinished', (request) =>
    sizes.push({
      script: request.resourceType() === 'script',
      size: request
        .response()
        .then((answer) => answer?.body())
        .then((body) =>
          body && !request.url().endsWith('.woff2') ? gzipSync(body).length : (body?.length ?? 0),
        ),
    }),
  )
  await goTo(page, '/')
  await page.waitForLoadState('networkidle')
  const sum = async (list: typeof sizes) =>
    (await Promise.all(list.map(({ size }) => size))).reduce((total, size) => total + size, 0)
  const scripts = await sum(sizes.filter(({ script }) => script))
  expect(scripts).toBeGreaterThan(20_000)
  expect(scripts).toBeLessThan(85_000)
  expect(await sum(sizes)).toBeLessThan(200_000)
})
