/** `npm run bench [-- site lighthouse console desktop outbox]`: ratios measured side by side in one run, never pass or fail. */
const benches: Record<string, () => Promise<void>> = {
  site: async () => (await import('./site.ts')).benchSite(),
  lighthouse: async () => (await import('./lighthouse.ts')).benchLighthouse(),
  console: async () => (await import('./console.ts')).benchConsole(),
  desktop: async () => (await import('./desktop.ts')).benchDesktop(),
  import: async () => (await import('./import.ts')).benchImport(),
  outbox: async () => (await import('./outbox.ts')).benchOutbox(),
}

const asked = process.argv.slice(2)
const unknown = asked.filter((name) => !(name in benches))
if (unknown.length > 0) {
  process.stderr.write(`Unknown: ${unknown.join(', ')}. There are: ${Object.keys(benches).join(', ')}\n`)
  process.exit(1)
}
for (const name of asked.length > 0 ? asked : Object.keys(benches)) {
  process.stdout.write(`\n# ${name}\n`)
  await benches[name]?.()
}

export {}
