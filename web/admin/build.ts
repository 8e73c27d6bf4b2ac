import { createHash } from 'node:crypto'
import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { brand, palette } from '@salonback/shared/brand.ts'
import { contractRows } from '@salonback/shared/build/contractRows.ts'
import { consoleSheets } from '@salonback/shared/consoleSheets.ts'
import react from '@vitejs/plugin-react'
import { build, type InlineConfig, type Plugin } from 'vite'

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

/** How the admin screens are built; the login screen is the entry, everything with Blueprint loads after it. */
export function adminConfig(outDir: string, { dev = false } = {}): InlineConfig {
  return {
    configFile: false,
    root,
    base: '/admin/',
    logLevel: 'warn',
    mode: dev ? 'development' : 'production',
    plugins: [react(), branded, consoleSheets, contractRows],
    build: {
      outDir,
      emptyOutDir: true,
      assetsDir: 'assets',
      target: 'es2022',
      minify: !dev,
      sourcemap: dev,
      chunkSizeWarningLimit: 1500,
      // Data addresses of fonts would need a looser content policy.
      assetsInlineLimit: 0,
    },
  }
}

/**
 * Builds the admin screens into `outDir`: `index.html`, `login.html` and hashed files under `assets/`, served below
 * `/admin`.
 */
export async function buildAdmin(outDir: string, options: { dev?: boolean } = {}): Promise<void> {
  const config = adminConfig(outDir, options)
  await build(config)
  await writeLogin(outDir, await renderLogin(config, `${outDir}-login`))
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

/** The page with the login screen in it: a slow phone shows it before the script of the console has come. */
async function writeLogin(outDir: string, view: string) {
  const theme = await readFile(join(root, 'firstTheme.js'))
  const name = `firstTheme-${createHash('sha256').update(theme).digest('base64url').slice(0, 8)}.js`
  await writeFile(join(outDir, 'assets', name), theme)
  const fonts = (await readdir(join(outDir, 'assets'))).filter((file) => /-latin-wght-.*\.woff2$/.test(file))
  const head = [
    `<script src="/admin/assets/${name}"></script>`,
    ...fonts.map(
      (font) => `<link rel="preload" href="/admin/assets/${font}" as="font" type="font/woff2" crossorigin>`,
    ),
  ]
  const page = await readFile(join(outDir, 'index.html'), 'utf8')
  const filled = page
    .replace(/<title>/, `${head.join('\n    ')}\n    <title>Admin Login · `)
    .replace('<div id="root">', () => `<div id="root">${view}`)
  await writeFile(join(outDir, 'login.html'), filled)
}
