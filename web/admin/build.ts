import { createHash } from 'node:crypto'
import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { brand, palette } from '@salonback/shared/brand.ts'
import { contractRows } from '@salonback/shared/build/contractRows.ts'
import { iconNames } from '@salonback/shared/build/iconNames.ts'
import { consoleSheets } from '@salonback/shared/consoleSheets.ts'
import react from '@vitejs/plugin-react'
import { build, type InlineConfig, type Manifest, mergeConfig, type Plugin } from 'vite'
import { fewFiles } from './groups.ts'

const root = fileURLToPath(new URL('.', import.meta.url))

const values: Record<string, string> = { ADMIN_AREA: brand.adminAreaName, BRAND: brand.name, ...palette }

/** The name of the admin area and the colours of the page come from the one brand file. */
const branded: Plugin = {
  name: 'brand',
  transformIndexHtml: (html) =>
    html.replace(/%(url:)?([A-Za-z_]+)%/g, (token, inAddress, name) => {
      const value = values[name] ?? token
      return inAddress ? encodeURIComponent(value) : value
    }),
}

const MANIFEST = 'manifest.json'
const LOGIN = 'login.tsx'

/** How the admin screens are built: the console's page is one entry, the login's script another. */
export function adminConfig(outDir: string, { dev = false } = {}): InlineConfig {
  return {
    configFile: false,
    root,
    base: '/admin/',
    logLevel: 'warn',
    mode: dev ? 'development' : 'production',
    plugins: [react(), branded, consoleSheets, contractRows, iconNames],
    build: {
      outDir,
      emptyOutDir: true,
      assetsDir: 'assets',
      target: 'es2022',
      minify: !dev,
      sourcemap: dev,
      manifest: MANIFEST,
      chunkSizeWarningLimit: 1500,
      // Data addresses of fonts would need a looser content policy.
      assetsInlineLimit: 0,
      rolldownOptions: { input: ['index.html', LOGIN].map((entry) => join(root, entry)) },
    },
  }
}

/**
 * Builds the admin screens into `outDir`: `index.html`, `login.html` and hashed files under `assets/`, served below
 * `/admin`.
 */
export async function buildAdmin(outDir: string, options: { dev?: boolean } = {}): Promise<void> {
  const config = adminConfig(outDir, options)
  const output = { codeSplitting: await fewFiles(config) }
  await build(mergeConfig(config, { build: { rolldownOptions: { output } } }))
  const manifest: Manifest = JSON.parse(await readFile(join(outDir, MANIFEST), 'utf8'))
  await rm(join(outDir, MANIFEST))
  await writeLogin(outDir, manifest, await renderLogin(config, `${outDir}-login`))
  await addEarly(outDir, manifest)
}

/** Screens that come behind the console's own script. */
const CONSOLE = '../../shared/admin/Console.tsx'
const PROSPECTS = '../../shared/prospects/ProspectsTab.tsx'

/** The script that asks early, before the console's own: those are modules, which run when the page was read. */
async function addEarly(outDir: string, manifest: Manifest) {
  const place = join(outDir, 'index.html')
  const page = await readFile(place, 'utf8')
  const known = new Set(page.match(/assets\/[^"]+/g))
  const added = (entry: string) => {
    // Scripts alone: of a sheet that a page then does not use, the one for an unknown address say, browsers complain.
    const { file, imports } = filesOf(manifest, entry)
    const files = [...imports, file].filter((one) => !known.has(one))
    for (const one of files) known.add(one)
    return files.join(' ')
  }
  const files = `data-files="${added(CONSOLE)}" data-prospects="${added(PROSPECTS)}"`
  const script = (await plainScript('askEarly', outDir)).replace('<script', () => `<script ${files}`)
  await writeFile(
    place,
    page.replace(/ *<script type="module"/, (modules) => `    ${script}\n${modules}`),
  )
}

/** Puts a script that is no module beside the others, named for its content; returns its element. */
async function plainScript(name: string, outDir: string): Promise<string> {
  const code = await readFile(join(root, `${name}.js`))
  const file = `${name}-${createHash('sha256').update(code).digest('base64url').slice(0, 8)}.js`
  await writeFile(join(outDir, 'assets', file), code)
  return `<script src="/admin/assets/${file}"></script>`
}

/** The login screen's elements; `folder` holds the code that draws them meanwhile. */
async function renderLogin(config: InlineConfig, folder: string): Promise<string> {
  try {
    const ssr = join(root, 'loginView.tsx')
    await build({ ...config, build: { ssr, outDir: folder, emptyOutDir: true } })
    const drawn = (await import(pathToFileURL(join(folder, 'loginView.js')).href)) as { loginView(): string }
    return drawn.loginView()
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** The page with the login screen and its styles in it: a slow phone shows it before anything else has come. */
async function writeLogin(outDir: string, manifest: Manifest, view: string) {
  const { file, imports, styles } = filesOf(manifest, LOGIN)
  const sheets = await Promise.all(styles.map((sheet) => readFile(join(outDir, sheet), 'utf8')))
  const fonts = (await readdir(join(outDir, 'assets'))).filter((asset) =>
    /-latin-wght-.*\.woff2$/.test(asset),
  )
  const head = [
    await plainScript('beforeScript', outDir),
    ...fonts.map(
      (font) => `<link rel="preload" href="/admin/assets/${font}" as="font" type="font/woff2" crossorigin>`,
    ),
    `<style>${sheets.join('')}</style>`,
    `<script type="module" src="/admin/${file}"></script>`,
    ...imports.map((chunk) => `<link rel="modulepreload" href="/admin/${chunk}">`),
  ]
  const page = await readFile(join(outDir, 'index.html'), 'utf8')
  const filled = page
    // The console's own.
    .replace(/ *<script type="module".*?<\/script>\n?/g, '')
    .replace(/ *<link rel="(?:stylesheet|modulepreload)".*?>\n?/g, '')
    .replace(/<title>/, () => `${head.join('\n    ')}\n    <title>Admin Login · `)
    .replace('<div id="root">', () => `<div id="root">${view}`)
  await writeFile(join(outDir, 'login.html'), filled)
}

/** An entry's file, those that come before it, and their style sheets. */
function filesOf(manifest: Manifest, entry: string) {
  const chunks = new Set<string>()
  const collect = (key: string) => {
    for (const next of manifest[key]?.imports ?? []) if (!chunks.has(next)) collect(next)
    chunks.add(key)
  }
  collect(entry)
  const found = [...chunks].flatMap((key) => manifest[key] ?? [])
  const file = found.at(-1)?.file
  if (!file) throw new Error(`The bundle has no ${entry}`)
  return {
    file,
    imports: found.slice(0, -1).map((chunk) => chunk.file),
    styles: found.flatMap(({ css = [] }) => css),
  }
}
