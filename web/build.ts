/**
 * Builds what the API serves besides itself: `web/dist/site` (the public pages, one HTML file a route) and
 * `web/dist/admin` (the console). Each part is built only when something it is made from has changed.
 *
 *     node --import tsx web/build.ts [--only site|admin] [--public-url URL] [--analytics-id ID]
 *
 * Pages carry two tokens, because neither value is known here: `__PUBLIC_ORIGIN__` (no slash at its end) and
 * `<!--analytics-->`. Our server puts the values in as it serves HTML, XML and text. For a host that only serves
 * files, give them on the command line and they are withStaticValues in.
 */
import { existsSync } from 'node:fs'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { stampOf } from '@salonback/shared/build/stamp.ts'
import { compressAssets } from './compress.ts'
import type { StaticValues } from './site/origin.ts'

type BuildOptions = StaticValues & { only?: 'site' | 'admin' }

const root = fileURLToPath(new URL('..', import.meta.url))
const dist = join(root, 'web/dist')

const anyFile = String.raw`^(?!.*\.(test|e2e)\.)`
const withoutScreens = String.raw`^(?!.*\.(test|e2e)\.).*\.ts$`

type Part = {
  name: 'site' | 'admin'
  /** Folders, and which of their files the part is made from. */
  sources: { [folder: string]: string }
  build: (folder: string, options: BuildOptions) => Promise<void>
}

// Loaded only when something is stale: the bundler takes seconds to load, and every start asks.
const parts: Part[] = [
  {
    name: 'site',
    sources: { 'web/site': anyFile, shared: withoutScreens },
    build: async (folder, options) => (await import('./site/build.ts')).buildSite(folder, options),
  },
  {
    name: 'admin',
    sources: { 'web/admin': anyFile, shared: anyFile },
    build: async (folder) => (await import('./admin/build.ts')).buildAdmin(folder),
  },
]

/** The built files' folder, after building whatever is stale. Several builders at once are harmless. */
export async function buildWeb(options: BuildOptions = {}): Promise<{ dir: string }> {
  for (const { name, sources, build } of parts) {
    if (!existsSync(join(root, 'web', name)) || (options.only && options.only !== name)) continue
    const { only: _, ...withStaticValues } = options
    const files = ['package-lock.json', 'web/build.ts', 'web/compress.ts']
    const stamp = await stampOf(root, {
      files,
      folders: sources,
      withStaticValues: JSON.stringify(withStaticValues),
    })
    const stampFile = join(dist, `${name}.stamp`)
    const kept = await readFile(stampFile, 'utf8').catch(() => '')
    if (kept === JSON.stringify(stamp)) continue
    const fresh = join(root, '.cache', `web-${name}-${process.pid}`)
    await rm(fresh, { recursive: true, force: true })
    await mkdir(fresh, { recursive: true })
    await build(fresh, options)
    await compressAssets(join(fresh, 'assets'))
    await putInPlace(fresh, join(dist, name))
    await writeFile(stampFile, JSON.stringify(stamp))
  }
  return { dir: dist }
}

/** Swaps a finished folder in, so that a server never reads a half-written one. */
async function putInPlace(fresh: string, place: string) {
  await mkdir(dist, { recursive: true })
  const old = `${fresh}-old`
  await rename(place, old).catch(ignoreMissing)
  await rename(fresh, place).catch(async (error: NodeJS.ErrnoException) => {
    // Another builder was quicker with the same files.
    if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error
    await rm(fresh, { recursive: true })
  })
  await rm(old, { recursive: true, force: true })
}

function ignoreMissing(error: NodeJS.ErrnoException) {
  if (error.code !== 'ENOENT') throw error
}

/** The command line as options; an unknown word ends the build with a sentence that names it. */
function optionsOf(args: string[]): BuildOptions {
  const { values } = parseArgs({
    args,
    options: {
      only: { type: 'string' },
      'public-url': { type: 'string' },
      'analytics-id': { type: 'string' },
    },
  })
  return {
    ...((values.only === 'site' || values.only === 'admin') && { only: values.only }),
    ...(values['public-url'] && { publicUrl: values['public-url'].replace(/\/+$/, '') }),
    ...(values['analytics-id'] && { analyticsId: values['analytics-id'] }),
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  // What we serve is made for production whoever asks: a test run's NODE_ENV would build development code.
  process.env.NODE_ENV = 'production'
  const { dir } = await buildWeb(optionsOf(process.argv.slice(2)))
  console.log(`Built into ${relative(process.cwd(), dir) || '.'}`)
}
