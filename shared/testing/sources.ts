import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

// What the tests of the repository's rules read: every file of ours, and what it imports.

export const root = fileURLToPath(new URL('../..', import.meta.url))
const parts = ['shared', 'api', 'web', 'desktop']
const made = new Set(['node_modules', 'dist', 'out', '.cache', '.data'])

function filesUnder(folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    if (made.has(entry.name)) return []
    const path = `${folder}/${entry.name}`
    return entry.isDirectory() ? filesUnder(path) : [path]
  })
}

export const files = parts.flatMap(filesUnder)
export const sources = files.filter((path) => /\.tsx?$/.test(path))
export const textOf = new Map(sources.map((path) => [path, readFileSync(join(root, path), 'utf8')]))

const IMPORT =
  /(?:^|\n)\s*(?:import|export)\b[^'"`;]*?from\s*['"]([^'"]+)['"]|(?:(?:^|\n)\s*import\s*|\bimport\(\s*)['"]([^'"]+)['"]|\brequire(?:\.resolve|\(import\.meta\.url\))?\(\s*['"]([^'"]+)['"]/g
const LATER = /\bimport\(\s*['"]([^'"]+)['"]/g
const TYPE_ONLY = /(?:^|\n)\s*(?:import|export)\s+type\b[^'"`;]*?from\s*['"]([^'"]+)['"]/g

/** What a file imports: files of ours as paths from the root, packages by name. `later`: what it loads once it runs. */
export function importsOf(path: string, { types = true, later = true } = {}): string[] {
  const text = textOf.get(path) ?? ''
  const left = [...(types ? [] : text.matchAll(TYPE_ONLY)), ...(later ? [] : text.matchAll(LATER))]
  const leftOut = new Set(left.map(([, from]) => from))
  return [...text.matchAll(IMPORT)]
    .map(([, from, bare, required]) => from ?? bare ?? required ?? '')
    .filter((from) => !leftOut.has(from))
    .map((from) => {
      if (from.startsWith('.')) return relative(root, join(root, dirname(path), from))
      return from.replace(/^@salonback\//, '').replace(/\?.*$/, '')
    })
}

export const isTest = (path: string) => /\.(test|e2e)\.tsx?$/.test(path) || path.includes('/e2e/')
export const partOf = (path: string) => parts.find((part) => path.startsWith(`${part}/`))

/** Everything of ours that a file needs when it runs, itself among it; without `later`, when it begins to. */
export function reach(
  entries: string[],
  { later = true, without = [] }: { later?: boolean; without?: string[] } = {},
): string[] {
  const seen = new Set<string>(without)
  const visit = (path: string) => {
    if (seen.has(path)) return
    seen.add(path)
    for (const name of importsOf(path, { types: false, later })) if (textOf.has(name)) visit(name)
  }
  entries.forEach(visit)
  return [...seen].filter((path) => !without.includes(path))
}

/** Circles of imports, types among them, each as the way round: `a.ts → b.ts → a.ts`. */
export function circles(): string[] {
  const done = new Set<string>()
  const found: string[] = []
  const walk = (path: string, way: string[]) => {
    const at = way.indexOf(path)
    if (at >= 0) found.push([...way.slice(at), path].join(' → '))
    if (at >= 0 || done.has(path)) return
    for (const name of importsOf(path)) if (textOf.has(name)) walk(name, [...way, path])
    done.add(path)
  }
  for (const path of sources) walk(path, [])
  return found
}

/** Runs of more than `most` lines of code that stand twice to the letter, blank lines and comments aside. */
export function repeatedRuns(paths: string[], most: number): string[] {
  const seen = new Map<string, string>()
  const found = new Set<string>()
  for (const path of paths) {
    const lines = codeLines(textOf.get(path) ?? '')
    for (let n = 0; n + most < lines.length; n++) {
      const run = lines.slice(n, n + most + 1)
      const key = run.map(({ text }) => text).join('\n')
      const place = `${path}:${run[0]?.number}`
      const before = seen.get(key)
      if (before) found.add(`${before} = ${place}`)
      else seen.set(key, place)
    }
  }
  return [...found]
}

const codeLines = (text: string) =>
  text
    .split('\n')
    .map((line, index) => ({ text: line.trim(), number: index + 1 }))
    .filter(({ text }) => /\w/.test(text) && !/^(?:\/\/|\/?\*|import\b)/.test(text))
