import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'electron-vite'
import { contractRows } from '../shared/build/contractRows.ts'
import { iconNames } from '../shared/build/iconNames.ts'
import { preloadFonts } from '../shared/build/preloadFonts.ts'
import { consoleStyles } from '../shared/consoleStyles.ts'
import { packagesOf } from './build/sbom.ts'
import { calls, events } from './ipc.ts'

/** Built into one folder that is the whole app: build/package.ts adds its package.json and keytar. */
export const appDir = join(import.meta.dirname, 'out/app')

/** What each part is made of, for the SBOM. */
export const packageLists = join(import.meta.dirname, 'out/packages')

/** The oldest Electron the app is tested on is 25: Chromium 114 and Node 18. */
const chromium = 'chrome114'
const node = 'node18'

const commonJs = { format: 'cjs', entryFileNames: '[name].cjs', chunkFileNames: '[name].cjs' } as const

export default defineConfig({
  main: {
    plugins: [packagesOf('main', packageLists)],
    build: {
      outDir: join(appDir, 'main'),
      target: node,
      minify: true,
      // Everything is bundled but the native module, so that nothing else has to be packed.
      externalizeDeps: false,
      rolldownOptions: {
        input: join(import.meta.dirname, 'main/index.ts'),
        external: ['electron', 'keytar'],
        // Node's own import() cannot read from the archive; require can.
        output: { ...commonJs, dynamicImportInCjs: false },
      },
    },
  },
  preload: {
    plugins: [packagesOf('preload', packageLists)],
    define: {
      CALL_NAMES: JSON.stringify(Object.keys(calls)),
      EVENT_NAMES: JSON.stringify(Object.keys(events)),
    },
    build: {
      outDir: join(appDir, 'preload'),
      target: node,
      minify: true,
      externalizeDeps: false,
      rolldownOptions: {
        input: join(import.meta.dirname, 'preload/index.ts'),
        external: ['electron'],
        output: commonJs,
      },
    },
  },
  renderer: {
    root: join(import.meta.dirname, 'renderer'),
    plugins: [
      react(),
      preloadFonts('./'),
      consoleStyles,
      contractRows,
      iconNames,
      packagesOf('renderer', packageLists),
    ],
    build: {
      outDir: join(appDir, 'renderer'),
      target: chromium,
      minify: true,
      // Files only: the page's policy allows no data: scripts, fonts or styles.
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      rolldownOptions: {
        input: join(import.meta.dirname, 'renderer/index.html'),
        // One chunk for the first screen: each further file costs a round trip to the main process.
        output: { codeSplitting: { groups: [{ name: 'first', tags: ['$initial'] }] } },
      },
    },
  },
})
