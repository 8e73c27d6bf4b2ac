import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'electron-vite'
import { iconNames } from '../shared/build/iconNames.ts'
import { preloadFonts } from '../shared/build/preloadFonts.ts'
import { consoleStyles } from '../shared/consoleStyles.ts'
import { listPackages } from './build/sbom.ts'
import { calls, events } from './ipc.ts'

/** The folder of the built app. build/package.ts adds package.json and keytar. */
export const appDir = join(import.meta.dirname, 'out/app')

/** Lists of the packages in each bundle, for the SBOM. */
export const packageLists = join(import.meta.dirname, 'out/packages')

/** The oldest Electron the app runs on is 25, which the tests use: Chromium 114 and Node 18. */
const chromium = 'chrome114'
const node = 'node18'

const commonJs = { format: 'cjs', entryFileNames: '[name].cjs', chunkFileNames: '[name].cjs' } as const

export default defineConfig({
  main: {
    plugins: [listPackages('main', packageLists)],
    build: {
      outDir: join(appDir, 'main'),
      target: node,
      minify: true,
      // Everything except the native module is bundled, so that nothing else has to be packed.
      externalizeDeps: false,
      rolldownOptions: {
        input: join(import.meta.dirname, 'main/index.ts'),
        external: ['electron', 'keytar'],
        // import() of Node cannot read from the asar archive; require can.
        output: { ...commonJs, dynamicImportInCjs: false },
      },
    },
  },
  preload: {
    plugins: [listPackages('preload', packageLists)],
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
    plugins: [react(), preloadFonts('./'), consoleStyles, iconNames, listPackages('renderer', packageLists)],
    build: {
      outDir: join(appDir, 'renderer'),
      target: chromium,
      minify: true,
      // The page's content security policy allows no data: URLs for scripts, fonts and styles.
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      rolldownOptions: {
        input: join(import.meta.dirname, 'renderer/index.html'),
        // One chunk for the first screen: each file costs a round trip to the main process.
        output: { codeSplitting: { groups: [{ name: 'first', tags: ['$initial'] }] } },
      },
    },
  },
})
