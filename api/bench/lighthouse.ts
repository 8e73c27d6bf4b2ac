import { launchBrowser } from '@salonback/shared/testing/browser.ts'
import { freePort } from '@salonback/shared/testing/freePort.ts'
import { startServer } from '@salonback/shared/testing/server.ts'
import lighthouse from 'lighthouse'
import { type Figure, median } from './table.ts'

/** Of a page that falls short the first time, as it may by a moment of the machine. */
const ROUNDS = 3

/** Audits that find what is meant to be: search engines are kept away, and there is no such page. */
const unlisted = ['is-crawlable', 'http-status-code']
const missing = [...unlisted, 'errors-in-console']

/** Each page, the least score in performance that we want of it, and which audits say nothing of it. */
const pages: { path: string; atLeast: number; skipAudits?: string[] }[] = [
  { path: '/', atLeast: 99 },
  { path: '/contact', atLeast: 98 },
  { path: '/privacy', atLeast: 98 },
  { path: '/terms', atLeast: 98 },
  { path: '/uksalon', atLeast: 98 },
  { path: '/waitlist-thank-you', atLeast: 98, skipAudits: unlisted },
  { path: '/waitlist-landing', atLeast: 98, skipAudits: missing },
  { path: '/admin/login', atLeast: 95, skipAudits: unlisted },
]
const others = ['accessibility', 'best-practices', 'seo'] as const

interface Round {
  performance: number
  /** The lowest of the other categories. */
  rest: number
  /** What Lighthouse would have better, performance aside. */
  faults: string[]
  /** Milliseconds, and the layout shift. */
  lcp: number
  blocking: number
  shift: number
}

/** Lighthouse's scores for a phone, 0 to 100, of every public page and of the login: of one round, or the middle of three. */
export async function benchLighthouse(): Promise<Figure[]> {
  const server = await startServer()
  const port = await freePort()
  const browser = await launchBrowser([`--remote-debugging-port=${port}`])
  const figures: Figure[] = []
  try {
    for (const { path, atLeast, skipAudits = [] } of pages) {
      const rounds: Round[] = []
      while (rounds.length < (rounds.every(({ performance }) => performance >= atLeast) ? 1 : ROUNDS))
        rounds.push(await measure(server.origin + path, port, skipAudits))
      figures.push(...figuresOf(path, atLeast, rounds))
    }
  } finally {
    await browser.close()
    await server.stop()
    await server.remove()
  }
  return figures
}

function figuresOf(path: string, atLeast: number, rounds: Round[]): Figure[] {
  const middle = (name: 'performance' | 'rest' | 'lcp' | 'blocking' | 'shift') =>
    median(rounds.map((round) => round[name]))
  const [lcp, blocking] = [middle('lcp'), middle('blocking')].map(Math.round)
  const faults = [...new Set(rounds.flatMap((round) => round.faults))]
  return [
    {
      what: `${path}: performance`,
      ours: middle('performance'),
      unit: 'score',
      reach: { atLeast },
      note: `LCP ${lcp} ms, blocked ${blocking} ms, shift ${middle('shift').toFixed(3)}`,
    },
    {
      what: `${path}: the lowest of the rest`,
      ours: middle('rest'),
      unit: 'score',
      reach: { atLeast: 100 },
      ...(faults.length > 0 && { note: faults.join('; ') }),
    },
  ]
}

async function measure(address: string, port: number, skipAudits: string[]): Promise<Round> {
  const result = await lighthouse(address, {
    port,
    logLevel: 'silent',
    onlyCategories: ['performance', ...others],
    // The card of a page that is not there is looked at like any other.
    ignoreStatusCode: true,
    skipAudits,
    disableFullPageScreenshot: true,
  })
  if (!result) throw new Error(`Lighthouse said nothing of ${address}`)
  const { lhr } = result
  const number = (id: string) => lhr.audits[id]?.numericValue ?? 0
  const scoreOf = (id: string) => Math.round((lhr.categories[id]?.score ?? 0) * 100)
  const faults = others.flatMap((category) =>
    (lhr.categories[category]?.auditRefs ?? []).flatMap(({ id, weight }) => {
      const { score, title } = lhr.audits[id] ?? {}
      return weight > 0 && typeof score === 'number' && score < 1 ? [`${id}: ${title}`] : []
    }),
  )
  return {
    performance: scoreOf('performance'),
    rest: Math.min(...others.map(scoreOf)),
    faults,
    lcp: number('largest-contentful-paint'),
    blocking: number('total-blocking-time'),
    shift: number('cumulative-layout-shift'),
  }
}
