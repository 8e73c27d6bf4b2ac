import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brand, palette } from '@salonback/shared/brand.ts'
import { iconNames } from '@salonback/shared/build/iconNames.ts'
import { preloadFonts } from '@salonback/shared/build/preloadFonts.ts'
import { consoleStyles } from '@salonback/shared/consoleStyles.ts'
import react from '@vitejs/plugin-react'
import { build, type Plugin } from 'vite'

const root = fileURLToPath(new URL('./', import.meta.url))
const base = '/admin/'

const values: Record<string, string> = { ADMIN_AREA: brand.adminAreaName, BRAND: brand.name, ...palette }

/** Fills the placeholders of index.html with the names and colours of brand.ts. */
const branded: Plugin = {
  name: 'brand',
  transformIndexHtml: (html) =>
    html.replace(/%(url:)?([A-Za-z_]+)%/g, (token, inAddress, name) => {
      const value = values[name] ?? token
      return inAddress ? encodeURIComponent(value) : value
    }),
}

/** Adds theme.js as a blocking script. Vite only bundles module scripts. */
const themeScript: Plugin = {
  name: 'theme-script',
  async generateBundle() {
    this.emitFile({ type: 'asset', name: 'theme.js', source: await readFile(join(root, 'theme.js')) })
  },
  transformIndexHtml: {
    order: 'post',
    handler: (_html, { bundle = {} }) => {
      const file = Object.keys(bundle).find((name) => /\/theme-[^/]+\.js$/.test(name))
      return [{ tag: 'script', attrs: { src: base + file }, injectTo: 'head-prepend' }]
    },
  },
}

/** Builds the admin screens into `outDir`: `index.html` and hashed files under `assets/`, served below `/admin`. */
export async function buildAdmin(outDir: string): Promise<void> {
  await build({
    configFile: false,
    root,
    base,
    logLevel: 'warn',
    plugins: [react(), branded, themeScript, preloadFonts(base), consoleStyles, iconNames],
    build: {
      outDir,
      emptyOutDir: true,
      target: 'es2022',
      chunkSizeWarningLimit: 1500,
      // The content security policy allows no fonts from data: addresses.
      assetsInlineLimit: 0,
      rolldownOptions: {
        output: {
          codeSplitting: {
            groups: [
              { name: 'admin', tags: ['$initial'] },
              // One file for what several tabs share. Blueprint's full icon set is loaded only on demand.
              {
                name: 'shared',
                minShareCount: 2,
                maxModuleSize: 60_000,
                test: /^(?!.*icons.*[\\/]paths[\\/])/,
              },
            ],
            includeDependenciesRecursively: false,
          },
        },
      },
    },
  })
}
