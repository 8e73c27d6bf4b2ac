import { launchBrowser } from '@salonback/shared/testing/browser.ts'
import { freePort, startServer } from '@salonback/shared/testing/server.ts'
import lighthouse from 'lighthouse'

const ROUNDS = 3

const paths = [
  '/',
  '/contact',
  '/privacy',
  '/terms',
  '/uksalon',
  '/waitlist-thank-you',
  '/waitlist-landing',
  '/admin/login',
]
const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const

interface Scores {
  path: string
  /** 0 to 100, in the order of `categories`; null where a page has no such score. */
  scores: (number | null)[]
  lcp: number
  blocking: number
  shift: number
  /** What Lighthouse would have better, performance aside. */
  faults: string[]
}

/** Prints Lighthouse's scores for a phone, of every public page and of the login. */
export async function benchLighthouse(): Promise<void> {
  const server = await startServer()
  const port = await freePort()
  const browser = await launchBrowser([`--remote-debugging-port=${port}`])
  try {
    print('', [...categories, 'LCP', 'TBT', 'CLS'])
    for (const path of paths) {
      const rounds: Scores[] = []
      for (let round = 0; round < ROUNDS; round += 1) rounds.push(await measure(server.origin, path, port))
      const { scores, lcp, blocking, shift, faults } = median(rounds)
      print(path, [
        ...scores.map((score) => (score === null ? '-' : String(score))),
        `${Math.round(lcp)} ms`,
        `${Math.round(blocking)} ms`,
        shift.toFixed(3),
      ])
      for (const fault of faults) process.stdout.write(`    ${fault}\n`)
    }
  } finally {
    await browser.close()
    await server.stop()
    await server.remove()
  }
}

async function measure(origin: string, path: string, port: number): Promise<Scores> {
  const result = await lighthouse(origin + path, {
    port,
    logLevel: 'silent',
    onlyCategories: [...categories],
    // The card of a page that is not there is looked at like any other.
    ignoreStatusCode: true,
  })
  if (!result) throw new Error(`Lighthouse said nothing of ${path}`)
  const { lhr } = result
  const number = (id: string) => lhr.audits[id]?.numericValue ?? 0
  const found = categories.map((id) => lhr.categories[id])
  const faults = found.slice(1).flatMap((category) =>
    (category?.auditRefs ?? []).flatMap(({ id, weight }) => {
      const audit = lhr.audits[id]
      return weight > 0 && audit?.score !== null && audit && audit.score < 1 ? [`${id}: ${audit.title}`] : []
    }),
  )
  return {
    path,
    scores: found.map((category) => (category?.score == null ? null : Math.round(category.score * 100))),
    lcp: number('largest-contentful-paint'),
    blocking: number('total-blocking-time'),
    shift: number('cumulative-layout-shift'),
    faults,
  }
}

/** The middle of the rounds by performance, whole. */
function median(rounds: Scores[]): Scores {
  const sorted = rounds.toSorted((one, other) => (one.scores[0] ?? 0) - (other.scores[0] ?? 0))
  const middle = sorted[Math.floor(rounds.length / 2)]
  if (!middle) throw new Error('nothing was measured')
  return middle
}

function print(name: string, columns: readonly string[]) {
  process.stdout.write(`${name.padEnd(22)}${columns.map((column) => column.padStart(16)).join('')}\n`)
}
