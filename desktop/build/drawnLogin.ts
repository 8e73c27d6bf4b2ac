import { createHash } from 'node:crypto'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build, type InlineConfig, type Plugin } from 'vite'
import type { StartInfo } from '../bridge.ts'
import { drawnFile } from '../login.ts'

type Draw = typeof import('../renderer/drawLogin.tsx')['drawLogin']

const platforms: StartInfo['platform'][] = ['mac', 'windows', 'linux']

/**
 * Writes the app's page once more, into `folder`, with the login screen and its styles in it: it is painted before any
 * script. The main process fills in what only it knows (main/loginPage.ts).
 */
export function drawnLogin(folder: string, plugins: InlineConfig['plugins']): Plugin {
  let root = ''
  let outDir = ''
  return {
    name: 'drawn-login',
    configResolved(config) {
      root = config.root
      outDir = config.build.outDir
    },
    async writeBundle() {
      const draw = await drawing(root, plugins, `${folder}-drawing`)
      const page = await loginPage(root, outDir)
      await mkdir(folder, { recursive: true })
      for (const platform of platforms)
        for (const keychain of [true, false])
          await writeFile(
            join(folder, drawnFile(platform, keychain)),
            page
              .replace('<html', () => `<html data-platform="${platform}"`)
              .replace('<div id="root">', (place) => place + draw(platform, keychain)),
          )
    },
  }
}

/** What draws the screen; `folder` holds its code meanwhile. */
async function drawing(root: string, plugins: InlineConfig['plugins'], folder: string): Promise<Draw> {
  try {
    await build({
      configFile: false,
      root,
      logLevel: 'warn',
      mode: 'production',
      plugins,
      build: { ssr: join(root, 'drawLogin.tsx'), outDir: folder, emptyOutDir: true },
    })
    const drawn = (await import(pathToFileURL(join(folder, 'drawLogin.js')).href)) as { drawLogin: Draw }
    return drawn.drawLogin
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

const scripts = / *<script type="module".*? src="\.(.*?)"><\/script>\n?/g
const sheets = / *<link rel="stylesheet".*? href="\.(.*?)">\n?/g

/** The built page with its styles in it, and a script that asks for the page's own after the first paint. */
async function loginPage(root: string, outDir: string): Promise<string> {
  const page = await readFile(join(outDir, 'index.html'), 'utf8')
  const entry = [...page.matchAll(scripts)].at(-1)?.[1]
  if (!entry) throw new Error('The built page has no script')
  const styles = await Promise.all(
    [...page.matchAll(sheets)].map(([, file = '']) => readFile(join(outDir, file), 'utf8')),
  )
  const code = await readFile(join(root, 'beforeScript.js'))
  const name = `beforeScript-${createHash('sha256').update(code).digest('base64url').slice(0, 8)}.js`
  await writeFile(join(outDir, name), code)
  const head = [
    `<style>${styles.join('').replaceAll('url(./', 'url(./assets/')}</style>`,
    `<script defer src="./${name}" data-entry="${entry}"></script>`,
  ]
  return page
    .replace(scripts, '')
    .replace(sheets, '')
    .replace('</head>', () => `  ${head.join('\n    ')}\n  </head>`)
}
