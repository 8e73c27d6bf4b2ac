import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { inlineTokens } from './inlineTokens.ts'

// Rules of the console's style sheets. A failure lists the violations.

const root = fileURLToPath(new URL('..', import.meta.url))

function filesUnder(folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    if (entry.name === 'node_modules' || entry.name === 'out') return []
    const path = `${folder}/${entry.name}`
    return entry.isDirectory() ? filesUnder(path) : [path]
  })
}

const files = ['shared', 'web/admin', 'desktop/renderer'].flatMap(filesUnder)
const textOf = (path: string) => readFileSync(join(root, path), 'utf8')
const sheets = new Map(
  files
    .filter((path) => path.endsWith('.css'))
    .map((path) => [path, textOf(path).replace(/\/\*[\s\S]*?\*\//g, '')] as const),
)
const TOKENS = 'shared/kit/tokens.css'

const classesIn = (text: string) => [...text.matchAll(/\.(sb-[\w-]+)/g)].map(([, name]) => name ?? '')

/** All selectors of a style sheet. Selector lists are split, but not inside `:is()`. */
function selectorsOf(text: string): string[] {
  return [...text.matchAll(/([^{};]+)\{/g)]
    .map(([, prelude]) => (prelude ?? '').trim())
    .filter((prelude) => !/^(@|from$|to$|\d+%)/.test(prelude))
    .flatMap((prelude) => prelude.split(/,(?![^(]*\))/))
    .map((selector) => selector.trim())
}

/** Style sheets by class: a sheet owns a class if it has a selector with that class only. */
function ownersOf(): Map<string, string[]> {
  const owners = new Map<string, Set<string>>()
  for (const [path, text] of sheets) {
    for (const selector of selectorsOf(text)) {
      const [first, ...others] = new Set(classesIn(selector))
      if (!first || others.length > 0) continue
      owners.set(first, (owners.get(first) ?? new Set()).add(path))
    }
  }
  return new Map([...owners].map(([name, paths]) => [name, [...paths]]))
}

test('style sheets and their classes are found', () => {
  expect(sheets.size).toBeGreaterThan(20)
  expect(ownersOf().get('sb-page')).toEqual(['shared/kit/kit.css'])
  expect(selectorsOf('@layer a { .b:is(p, q) i, .c > d { e: f } @keyframes g { from { h: i } } }')).toEqual([
    '.b:is(p, q) i',
    '.c > d',
  ])
})

test('imported style sheets exist, and every style sheet is imported', () => {
  const imported = files
    .filter((path) => /\.tsx?$/.test(path))
    .flatMap((path) =>
      [...textOf(path).matchAll(/^import '(@salonback|\.\.?)\/([^']+\.css)'$/gm)].map(
        ([, from, rest = '']) => (from === '@salonback' ? rest : join(dirname(path), from ?? '', rest)),
      ),
    )
  expect([...new Set(imported)].sort()).toEqual([...sheets.keys()].sort())
})

test('every class is owned by one style sheet', () => {
  const shared = [...ownersOf()].filter(([, paths]) => paths.length > 1)
  expect(shared.map(([name, paths]) => `${name}: ${paths.join(', ')}`)).toEqual([])
})

test('a style sheet uses foreign classes only together with its own', () => {
  const owners = ownersOf()
  const strays = [...sheets].flatMap(([path, text]) =>
    selectorsOf(text)
      .filter((selector) => {
        const names = classesIn(selector)
        const foreign = names.filter((name) => !(owners.get(name) ?? [path]).includes(path))
        return foreign.length > 0 && foreign.length === names.length
      })
      .map((selector) => `${path}: ${selector}`),
  )
  expect(strays).toEqual([])
})

test('every used class is styled, and every styled class is used', () => {
  const styled = new Set([...sheets.values()].flatMap(classesIn))
  const screens = files.filter((path) => /\.tsx?$/.test(path) && !/\.(test|e2e)\./.test(path))
  const used = new Set(
    screens.flatMap((path) => [...textOf(path).matchAll(/(?<!--)\bsb-[\w-]+/g)].map(([name]) => name)),
  )
  expect([...used].filter((name) => !styled.has(name))).toEqual([])
  expect([...styled].filter((name) => !used.has(name))).toEqual([])
})

test('every style sheet is in a layer, without !important or repeated classes', () => {
  expect(textOf(TOKENS)).toContain('@layer reset, blueprint, kit.theme, kit.parts, features;')
  // Tokens have no layer. The base overrides all layers for reduced motion, the desktop app for its window.
  const outside = [TOKENS, 'shared/kit/base.css', 'desktop/renderer/desktop.css']
  const layer = (path: string) => (path.startsWith('shared/kit/') ? /^kit\.(theme|parts)$/ : /^features$/)
  const strays = [...sheets].filter(([path, text]) => {
    const body = text.replace(/@import[^;]+;/g, '').trim()
    const [, name = ''] = /^@layer ([\w.]+) \{[\s\S]*\}$/.exec(body) ?? []
    return !outside.includes(path) && !layer(path).test(name)
  })
  expect(strays.map(([path]) => path)).toEqual([])
  const forced = /!important|:root(?!\s*[,{])|(\.[\w-]+)\1(?![\w-])/
  expect([...sheets].filter(([, text]) => forced.test(text)).map(([path]) => path)).toEqual([])
})

test('only the kit styles Blueprint classes', () => {
  const strays = [...sheets].flatMap(([path, text]) =>
    selectorsOf(text)
      .filter((selector) => selector.includes('.bp6-') && !path.startsWith('shared/kit/'))
      .map((selector) => `${path}: ${selector}`),
  )
  expect(strays).toEqual([])
})

/** Files that may contain colours: brand, tokens, and icons with flags. */
const palettes = ['shared/brand.ts', TOKENS, 'web/site/parts/icons.tsx']

test('colours are written only in the brand and the tokens', () => {
  const product = ['shared', 'web', 'desktop', 'api']
    .flatMap(filesUnder)
    .filter(
      (path) => /\.(css|tsx?|js|html)$/.test(path) && !/\.(test|e2e)\.|\/(e2e|testing|dist)\//.test(path),
    )
  const colour =
    /(?<!&)(#|%23)([\da-f]{8}|[\da-f]{6}|[\da-f]{3,4})\b|\b(rgb|hsl|hwb|lab|lch|oklab|oklch)a?\(\s*[\d.]/i
  const named =
    /(?:colou?r|background|border[\w-]*|outline|fill|stroke):[^;{]*(?<![-\w])(white|red|green|blue|gr[ae]y)(?![-\w])/
  const coloured = product.filter((path) => {
    const text = textOf(path)
    return colour.test(text) || (path.endsWith('.css') && named.test(text))
  })
  expect(coloured.filter((path) => !palettes.includes(path))).toEqual([])
})

test('console style sheets use --sb tokens, not brand colours, which ignore the dark theme', () => {
  const strays = [...sheets].flatMap(([path, text]) =>
    [...text.matchAll(/var\((--[\w-]+)/g)]
      .filter(([, name]) => path !== TOKENS && !/^--(sb|bp|radix)-/.test(name ?? ''))
      .map(([, name]) => `${path}: ${name}`),
  )
  expect(strays).toEqual([])
})

const pageSheets = ['web/site/css', 'api/simulator/page', 'api/salons/owner', 'api/platform/http']

const siteTokens = new Set(
  pageSheets
    .flatMap(filesUnder)
    .filter((path) => path.endsWith('.css'))
    .flatMap((path) => [...textOf(path).matchAll(/(--[\w-]+):/g)].map(([, name]) => name ?? '')),
)

test('style sheets use only colours of the palette', () => {
  const tokens = inlineTokens(textOf(TOKENS))
  expect(tokens).toContain('--sb-muted: #6a4648;')
  expect(tokens).toContain('--sb-halo: rgb(43 18 22 / 0.14);')
  expect(tokens.match(/var\(--(?!sb-)[\w-]+/g)).toBeNull()
  for (const path of pageSheets.flatMap(filesUnder)) {
    if (!path.endsWith('.css')) continue
    const missing = [...inlineTokens(textOf(path)).matchAll(/var\((--[\w-]+)\)/g)]
      .map(([, name]) => name ?? '')
      .filter((name) => !siteTokens.has(name) && !name.startsWith('--radix-'))
    expect(missing, path).toEqual([])
  }
})

const consoleWidths = ['599', '600', '899', '1023', '1024', '1180', '1239', '1400', '1600']
const siteWidths = ['400', '760', '761', '960', '1100', '1179', '1180', '1456']

test('media queries use only the listed breakpoints', () => {
  const site = ['web/site', 'api/simulator/page', 'api/salons/owner'].flatMap(filesUnder)
  const strays = [...files, ...site]
    .filter((path) => /\.(css|tsx?)$/.test(path) && !path.includes('.test.'))
    .flatMap((path) =>
      [...textOf(path).matchAll(/\((?:min|max)-width: (\d+)(?:\.98)?px\)/g)]
        .filter(([, width = '']) => !(site.includes(path) ? siteWidths : consoleWidths).includes(width))
        .map(([query]) => `${path}: ${query}`),
    )
  expect(strays).toEqual([])
})

test('font sizes, line heights and weights come from the type scale', () => {
  const type = /^\s*(font|font-size|line-height|font-weight): ([^;]+);/gm
  const step = /^(inherit|(var\(--sb-(size|leading|weight|font|display|mono)[\w-]*\)[\s/]*)+)$/
  const strays = [...sheets].flatMap(([path, text]) =>
    [...text.matchAll(type)]
      .filter(([, , value = '']) => !step.test(value))
      .map(([declaration]) => `${path}: ${declaration.trim()}`),
  )
  expect(strays).toEqual([])
})

test('every console token is defined and used', () => {
  const all = [...sheets.values()].join('')
  const inScreens = files
    .filter((path) => /\.tsx?$/.test(path))
    .map(textOf)
    .join('')
  const named = new Set([...(all + inScreens).matchAll(/var\((--sb-[\w-]+)/g)].map(([, name]) => name))
  const defined = new Set([...all.matchAll(/(--sb-[\w-]+):/g)].map(([, name]) => name))
  expect([...named].filter((name) => !defined.has(name))).toEqual([])
  expect([...defined].filter((name) => !named.has(name))).toEqual([])
})
