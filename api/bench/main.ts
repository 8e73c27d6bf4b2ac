import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { type Figure, tableOf, writeTable } from './table.ts'

/**
 * `npm run bench [-- inbound outbox … ] [--out FOLDER]`: ratios measured side by side in one run, never pass or fail, as
 * one table at the end, which is written into the folder as well.
 */
const benches: Record<string, () => Promise<Figure[]>> = {
  start: async () => (await import('./start.ts')).benchStart(),
  inbound: async () => (await import('./inbound.ts')).benchInbound(),
  events: async () => (await import('./events.ts')).benchEvents(),
  figures: async () => (await import('./figures.ts')).benchFigures(),
  lists: async () => (await import('./lists.ts')).benchLists(),
  partitions: async () => (await import('./partitions.ts')).benchPartitions(),
  outbox: async () => (await import('./outbox.ts')).benchOutbox(),
  campaigns: async () => (await import('./campaigns.ts')).benchCampaigns(),
  pages: async () => (await import('./pages.ts')).benchPages(),
  prospects: async () => (await import('./prospects.ts')).benchProspects(),
  import: async () => (await import('./import.ts')).benchImport(),
  site: async () => (await import('./site.ts')).benchSite(),
  lighthouse: async () => (await import('./lighthouse.ts')).benchLighthouse(),
  console: async () => (await import('./console.ts')).benchConsole(),
  desktop: async () => (await import('./desktop.ts')).benchDesktop(),
}

const { values, positionals: asked } = parseArgs({
  allowPositionals: true,
  options: {
    out: {
      type: 'string',
      default: join(fileURLToPath(new URL('../..', import.meta.url)), '.cache', 'bench'),
    },
  },
})
const unknown = asked.filter((name) => !(name in benches))
if (unknown.length > 0) {
  process.stderr.write(`Unknown: ${unknown.join(', ')}. There are: ${Object.keys(benches).join(', ')}\n`)
  process.exit(1)
}
const figures: Figure[] = []
for (const name of asked.length > 0 ? asked : Object.keys(benches)) {
  process.stdout.write(`\n# ${name}\n`)
  figures.push(...((await benches[name]?.()) ?? []))
}
if (figures.length > 0) {
  await writeTable(figures, values.out)
  process.stdout.write(`\n${tableOf(figures)}`)
}
