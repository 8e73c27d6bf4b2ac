import { fileURLToPath } from 'node:url'
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

/** Builds the admin screens into `outDir`: `index.html` and hashed files under `assets/`, served below `/admin`. */
export async function buildAdmin(outDir: string, options: { dev?: boolean } = {}): Promise<void> {
  await build(adminConfig(outDir, options))
}
