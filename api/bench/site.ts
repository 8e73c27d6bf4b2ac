import { createServer } from 'node:http'
import { gzipSync } from 'node:zlib'
import { launchBrowser } from '@salonback/shared/testing/browser.ts'
import { startServer } from '@salonback/shared/testing/server.ts'
import type { Browser, Page } from 'playwright'
import type { Figure } from './table.ts'

/** A phone on a slow connection: Lighthouse's slow 4G as it is applied by DevTools, and its 4x slower processor. */
const slow4G = {
  offline: false,
  latency: 562.5,
  downloadThroughput: (1638.4 * 0.9 * 1024) / 8,
  uploadThroughput: (675 * 0.9 * 1024) / 8,
}
const CPU_SLOWDOWN = 4
const ROUNDS = 3

interface Seen {
  requests: number
  scriptGzip: number
  allGzip: number
  transferred: number
  lcp: number
  cls: number
  blocking: number
}

/** Weight and speed of `/` on a slow phone beside a page of the same words and nothing else. */
export async function benchSite(): Promise<Figure[]> {
  const server = await startServer()
  const browser = await launchBrowser()
  const bare = await serveBare(browser, `${server.origin}/`)
  try {
    const ours: Seen[] = []
    const plain: Seen[] = []
    for (let round = 0; round < ROUNDS; round += 1) {
      ours.push(await measure(browser, `${server.origin}/`))
      plain.push(await measure(browser, bare.url))
    }
    return figuresOf(middleOf(ours), middleOf(plain))
  } finally {
    await browser.close()
    bare.close()
    await server.stop()
    await server.remove()
  }
}

async function measure(browser: Browser, url: string): Promise<Seen> {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    isMobile: true,
    hasTouch: true,
  })
  const page = await context.newPage()
  const wire = await context.newCDPSession(page)
  await wire.send('Network.enable')
  await wire.send('Network.emulateNetworkConditions', slow4G)
  await wire.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN })
  let transferred = 0
  wire.on('Network.loadingFinished', ({ encodedDataLength }) => {
    transferred += encodedDataLength
  })
  const loaded: { url: string; script: boolean }[] = []
  page.on('requestfinished', (request) =>
    loaded.push({ url: request.url(), script: request.resourceType() === 'script' }),
  )
  await page.addInitScript(observe)
  await page.goto(url, { waitUntil: 'networkidle', timeout: 60_000 })
  const seen = await readObserved(page)
  const sizes = await Promise.all(
    loaded.map(async ({ url, script }) => ({ script, bytes: await gzipSize(url) })),
  )
  await context.close()
  const sum = (list: { bytes: number }[]) => list.reduce((total, { bytes }) => total + bytes, 0)
  return {
    ...seen,
    requests: loaded.length,
    scriptGzip: sum(sizes.filter(({ script }) => script)),
    allGzip: sum(sizes),
    transferred,
  }
}

/** Runs in the page from its first moment: paints, shifts and long tasks are added up as they happen. */
function observe() {
  const seen = { lcp: 0, cls: 0, blocking: 0 }
  Reflect.set(window, 'seen', seen)
  // One function without names of its own: it is sent to the page as text.
  for (const type of ['largest-contentful-paint', 'layout-shift', 'longtask']) {
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        if (type === 'largest-contentful-paint') seen.lcp = entry.startTime
        if (type === 'layout-shift') seen.cls += Number(Reflect.get(entry, 'value'))
        if (type === 'longtask') seen.blocking += Math.max(0, entry.duration - 50)
      }
    }).observe({ type, buffered: true })
  }
}

const readObserved = (page: Page) =>
  page.evaluate(() => Reflect.get(window, 'seen') as { lcp: number; cls: number; blocking: number })

/** Bytes of an answer's body as a browser without brotli gets it. Fonts and pictures come as they are. */
async function gzipSize(url: string): Promise<number> {
  const response = await fetch(url, { headers: { 'accept-encoding': 'gzip' } })
  const body = Buffer.from(await response.arrayBuffer())
  return response.headers.get('content-encoding') === 'gzip'
    ? gzipSync(body, { level: 9 }).length
    : body.length
}

/** The measure to hold ours against: the words of our page in bare HTML, without style, script or font. */
async function serveBare(browser: Browser, url: string) {
  const page = await browser.newPage()
  await page.goto(url)
  const words = (await page.locator('body').allInnerTexts()).join('\n')
  await page.close()
  const escaped = words.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('\n', '<br>\n')
  const html = gzipSync(
    `<!doctype html><html lang="en"><title>Bare</title><link rel="icon" href="data:,"><p>${escaped}`,
  )
  const server = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'content-encoding': 'gzip' })
    response.end(html)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (!address || typeof address !== 'object') throw new Error('the bare page is not served')
  return { url: `http://127.0.0.1:${address.port}/`, close: () => server.close() }
}

/** The middle of the rounds by largest paint, whole, so that its figures belong together. */
function middleOf(rounds: Seen[]): Seen {
  const middle = rounds.toSorted((one, other) => one.lcp - other.lcp)[Math.floor(rounds.length / 2)]
  if (!middle) throw new Error('nothing was measured')
  return middle
}

function figuresOf(ours: Seen, bare: Seen): Figure[] {
  const figure = (what: string, of: (seen: Seen) => number, rest: Omit<Figure, 'what' | 'ours'>): Figure => ({
    what: `site: ${what}`,
    ours: of(ours),
    reference: of(bare),
    beside: 'the same words bare',
    ...rest,
  })
  return [
    {
      what: 'site: JavaScript, gzip',
      ours: ours.scriptGzip / 1000,
      unit: 'KB',
      reach: { atMost: 85, ofOurs: true },
    },
    figure('everything, gzip', ({ allGzip }) => allGzip / 1000, {
      unit: 'KB',
      reach: { atMost: 200, ofOurs: true },
    }),
    figure('sent, brotli', ({ transferred }) => transferred / 1000, {
      unit: 'KB',
      note: `${ours.requests} requests, beside ${bare.requests}`,
    }),
    figure('largest contentful paint', ({ lcp }) => lcp, {
      unit: 'ms',
      note: `slow 4G (562.5 ms, 1.44 Mbit/s), ${CPU_SLOWDOWN}x slower processor, the middle of ${ROUNDS}; layout shift ${ours.cls.toFixed(3)}`,
    }),
    { what: 'site: total blocking time', ours: ours.blocking, unit: 'ms' },
  ]
}
