import { randomInt } from 'node:crypto'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { errorMessage, errorStack } from '@salonback/shared/errorMessage.ts'
import { isConnectionLoss } from '../platform/db/open.ts'
import { formatReport, type Report, totalWrong, writeReport } from './report.ts'
import { runSuite, type Suite } from './suite.ts'

/**
 * `npm run prove [-- SUITE…] [--seed N] [--only WORD] [--out FOLDER]`: runs the suites against the real service on
 * loopback and counts wrong results. Exits with 1 if there are any; see README.md.
 */
const suites: Record<string, Suite> = {
  faults: {
    seconds: 900,
    run: async (context) => (await import('./faults/faults.ts')).proveFaults(context),
  },
  interleavings: {
    seconds: 900,
    run: async (context) => (await import('./interleavings/interleavings.ts')).proveInterleavings(context),
  },
  year: {
    seconds: 900,
    run: async (context) => (await import('./year/year.ts')).proveYear(context),
  },
  accessFuzz: {
    seconds: 600,
    run: async (context) => (await import('./accessFuzz/scripts.ts')).proveScripts(context),
  },
}

async function main(): Promise<number> {
  const { names, seed, only, out } = readArgs()
  const stop = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => stop.abort())
  const started = new Date()
  const report: Report = { seed, startedAt: started.toISOString(), seconds: 0, suites: [] }
  for (const name of names) {
    if (stop.signal.aborted) break
    print(`# ${name}, seed ${seed}`)
    const from = Date.now()
    const log = (line: string) =>
      print(`${String(Math.round((Date.now() - from) / 1000)).padStart(5)} s  ${line}`)
    const rows = await runSuite(suites[name] as Suite, { seed, only, log, stop: stop.signal })
    report.suites.push({ name, seconds: secondsSince(from), rows })
    const wrong = rows.filter((row) => row.wrong > 0)
    log(
      wrong.length === 0
        ? `${rows.length} rows, 0 wrong`
        : wrong.map(({ what }) => `wrong: ${what}`).join('; '),
    )
  }
  report.seconds = secondsSince(started.getTime())
  await writeReport(report, out)
  print(`\n${formatReport(report)}`)
  if (stop.signal.aborted) return 130
  return totalWrong(report) === 0 ? 0 : 1
}

const print = (line: string) => process.stdout.write(`${line}\n`)
const secondsSince = (ms: number) => Math.round((Date.now() - ms) / 1000)

function readArgs() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      // Accepted as before; there is only one form.
      short: { type: 'boolean' },
      seed: { type: 'string' },
      only: { type: 'string' },
      out: { type: 'string' },
    },
  })
  const unknown = positionals.filter((name) => !(name in suites))
  if (unknown.length > 0) {
    throw new Error(`Unknown suites: ${unknown.join(', ')}. Suites: ${Object.keys(suites).join(', ')}`)
  }
  const seed = values.seed === undefined ? randomInt(1, 1_000_000) : Number(values.seed)
  if (!Number.isInteger(seed)) throw new Error(`--seed: ${values.seed} is not a whole number`)
  return {
    names: positionals.length > 0 ? positionals : Object.keys(suites),
    seed,
    only: values.only ?? '',
    out: values.out ?? join(fileURLToPath(new URL('../..', import.meta.url)), '.cache', 'prove'),
  }
}

// An unhandled rejection is a defect of the service or of a suite, so the run fails.
process.on('unhandledRejection', (error) => {
  // Expected: when a connection is lost, the database driver leaves its own type query unhandled.
  if (isConnectionLoss(error)) return
  process.stderr.write(`unhandled rejection: ${errorStack(error)}\n`)
  failed = true
})
let failed = false

main().then(
  (code) => process.exit(failed ? 1 : code),
  (error: unknown) => {
    process.stderr.write(`${errorMessage(error)}\n`)
    process.exit(1)
  },
)
