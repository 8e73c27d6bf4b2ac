import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { inlineTokens } from './inlineTokens.ts'

// What holds the console's style sheets together, each rule as a test. A failure lists what breaks it.

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

/** Every selector of a sheet by itself: lists are taken apart, but not what stands inside `:is()` and its like. */
function selectorsOf(text: string): string[] {
  return [...text.matchAll(/([^{};]+)\{/g)]
    .map(([, prelude]) => (prelude ?? '').trim())
    .filter((prelude) => !/^(@|from$|to$|\d+%)/.test(prelude))
    .flatMap((prelude) => prelude.split(/,(?![^(]*\))/))
    .map((selector) => selector.trim())
}

/** A sheet owns the classes that it styles by themselves, or only among classes of its own. */
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

test('the sheets and their classes are found', () => {
  expect(sheets.size).toBeGreaterThan(20)
  expect(ownersOf().get('sb-page')).toEqual(['shared/kit/kit.css'])
  expect(selectorsOf('@layer a { .b:is(p, q) i, .c > d { e: f } @keyframes g { from { h: i } } }')).toEqual([
    '.b:is(p, q) i',
    '.c > d',
  ])
})

test('every sheet that a screen asks for is there, and every sheet is asked for', () => {
  const asked = files
    .filter((path) => /\.tsx?$/.test(path))
    .flatMap((path) =>
      [...textOf(path).matchAll(/^import '(@salonback|\.\.?)\/([^']+\.css)'$/gm)].map(
        ([, from, rest = '']) => (from === '@salonback' ? rest : join(dirname(path), from ?? '', rest)),
      ),
    )
  expect([...new Set(asked)].sort()).toEqual([...sheets.keys()].sort())
})

test('every class is styled by one sheet alone', () => {
  const shared = [...ownersOf()].filter(([, paths]) => paths.length > 1)
  expect(shared.map(([name, paths]) => `${name}: ${paths.join(', ')}`)).toEqual([])
})

test('a sheet names a class of another only beside one of its own', () => {
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

test('every class of a screen is styled, and every styled class is on a screen', () => {
  const styled = new Set([...sheets.values()].flatMap(classesIn))
  const screens = files.filter((path) => /\.tsx?$/.test(path) && !/\.(test|e2e)\./.test(path))
  const used = new Set(
    screens.flatMap((path) => [...textOf(path).matchAll(/(?<!--)\bsb-[\w-]+/g)].map(([name]) => name)),
  )
  expect([...used].filter((name) => !styled.has(name))).toEqual([])
  expect([...styled].filter((name) => !used.has(name))).toEqual([])
})

test('every sheet stands in a layer, and nothing in one needs to shout', () => {
  expect(textOf(TOKENS)).toContain('@layer reset, blueprint, kit.theme, kit.parts, features;')
  // Tokens are values; the base has a rule for whoever wants no motion, and the app its own, over all layers.
  const outside = [TOKENS, 'shared/kit/base.css', 'desktop/renderer/desktop.css']
  const layer = (path: string) => (path.startsWith('shared/kit/') ? /^kit\.(theme|parts)$/ : /^features$/)
  const strays = [...sheets].filter(([path, text]) => {
    const body = text.replace(/@import[^;]+;/g, '').trim()
    const [, name = ''] = /^@layer ([\w.]+) \{[\s\S]*\}$/.exec(body) ?? []
    return !outside.includes(path) && !layer(path).test(name)
  })
  expect(strays.map(([path]) => path)).toEqual([])
  const loud = /!important|:root(?!\s*[,{])|(\.[\w-]+)\1(?![\w-])/
  expect([...sheets].filter(([, text]) => loud.test(text)).map(([path]) => path)).toEqual([])
})

/** Where colours may be written: the brand, the console's shades of it, and flags, which are their countries'. */
const palettes = ['shared/brand.ts', TOKENS, 'web/site/parts/icons.tsx']

test('no colour is written outside the brand and the tokens', () => {
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

test('only the tokens name the brand’s colours to the console: dark has its own', () => {
  const strays = [...sheets].flatMap(([path, text]) =>
    [...text.matchAll(/var\((--[\w-]+)/g)]
      .filter(([, name]) => path !== TOKENS && !/^--(sb|bp|radix)-/.test(name ?? ''))
      .map(([, name]) => `${path}: ${name}`),
  )
  expect(strays).toEqual([])
})

const siteTokens = new Set(
  ['web/site/css', 'api/simulator/page']
    .flatMap(filesUnder)
    .filter((path) => path.endsWith('.css'))
    .flatMap((path) => [...textOf(path).matchAll(/(--[\w-]+):/g)].map(([, name]) => name ?? '')),
)

test('a colour of the palette that a sheet names is in the palette', () => {
  const tokens = inlineTokens(textOf(TOKENS))
  expect(tokens).toContain('--sb-muted: #6a4648;')
  expect(tokens).toContain('--sb-halo: rgb(43 18 22 / 0.14);')
  expect(tokens.match(/var\(--(?!sb-)[\w-]+/g)).toBeNull()
  for (const path of ['web/site/css', 'api/simulator/page'].flatMap(filesUnder)) {
    if (!path.endsWith('.css')) continue
    const missing = [...inlineTokens(textOf(path)).matchAll(/var\((--[\w-]+)\)/g)]
      .map(([, name]) => name ?? '')
      .filter((name) => !siteTokens.has(name) && !name.startsWith('--radix-'))
    expect(missing, path).toEqual([])
  }
})

const consoleWidths = ['599', '600', '899', '1023', '1024', '1180', '1239', '1400', '1600']
const siteWidths = ['400', '760', '761', '960', '1100', '1179', '1180', '1456']

test('no screen changes at a width that the list of breakpoints has not', () => {
  const site = ['web/site', 'api/simulator/page'].flatMap(filesUnder)
  const strays = [...files, ...site]
    .filter((path) => /\.(css|tsx?)$/.test(path) && !path.includes('.test.'))
    .flatMap((path) =>
      [...textOf(path).matchAll(/\((?:min|max)-width: (\d+)(?:\.98)?px\)/g)]
        .filter(([, width = '']) => !(site.includes(path) ? siteWidths : consoleWidths).includes(width))
        .map(([query]) => `${path}: ${query}`),
    )
  expect(strays).toEqual([])
})

test('every size, line height and weight of the console’s type is a step of its scale', () => {
  const type = /^\s*(font|font-size|line-height|font-weight): ([^;]+);/gm
  const step = /^(inherit|(var\(--sb-(size|leading|weight|font|display|mono)[\w-]*\)[\s/]*)+)$/
  const strays = [...sheets].flatMap(([path, text]) =>
    [...text.matchAll(type)]
      .filter(([, , value = '']) => !step.test(value))
      .map(([declaration]) => `${path}: ${declaration.trim()}`),
  )
  expect(strays).toEqual([])
})

test('every token of the console is defined, and used', () => {
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
