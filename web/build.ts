/**
 * Builds the files that the API serves: `web/dist/site` (the public pages, one HTML file for each route) and
 * `web/dist/admin` (the console). A part is built only when its sources have changed.
 *
 *     node --import tsx web/build.ts [--only site|admin] [--public-url URL] [--analytics-id ID]
 *
 * Pages contain two placeholders for values that the build does not know: `__PUBLIC_ORIGIN__` (without a final slash) and
 * `<!--analytics-->`. Our server fills them in when it serves HTML, XML and text. For a
 * static host, pass them on the command line.
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
  /** Source folders, each with a pattern for its files. */
  sources: { [folder: string]: string }
  build: (folder: string, options: BuildOptions) => Promise<void>
}

// Bundlers are imported only when something has changed: they take seconds to load, and every start checks.
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

/** Builds the parts that have changed; returns the folder of the built files. Parallel runs are safe. */
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
    const builtStamp = await readFile(stampFile, 'utf8').catch(() => '')
    if (builtStamp === JSON.stringify(stamp)) continue
    const fresh = join(root, '.cache', `web-${name}-${process.pid}`)
    await rm(fresh, { recursive: true, force: true })
    await mkdir(fresh, { recursive: true })
    await build(fresh, options)
    await compressAssets(join(fresh, 'assets'))
    await replaceFolder(fresh, join(dist, name))
    await writeFile(stampFile, JSON.stringify(stamp))
  }
  return { dir: dist }
}

/** Replaces a folder by a rename, so that a server never reads a partly written one. */
async function replaceFolder(fresh: string, target: string) {
  await mkdir(dist, { recursive: true })
  const old = `${fresh}-old`
  await rename(target, old).catch(ignoreMissing)
  await rename(fresh, target).catch(async (error: NodeJS.ErrnoException) => {
    // Another process has built the same files.
    if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error
    await rm(fresh, { recursive: true })
  })
  await rm(old, { recursive: true, force: true })
}

function ignoreMissing(error: NodeJS.ErrnoException) {
  if (error.code !== 'ENOENT') throw error
}

/** Parses the command line; throws on an unknown option. */
function parseOptions(args: string[]): BuildOptions {
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
  // Always a production build: with NODE_ENV=test React would be built in development mode.
  process.env.NODE_ENV = 'production'
  const { dir } = await buildWeb(parseOptions(process.argv.slice(2)))
  console.log(`Built into ${relative(process.cwd(), dir) || '.'}`)
}
