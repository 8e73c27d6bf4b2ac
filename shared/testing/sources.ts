import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

// Files of this repository and their imports, for the tests of repository rules.

export const root = fileURLToPath(new URL('../..', import.meta.url))
const workspaces = ['shared', 'api', 'web', 'desktop']
const generated = new Set(['node_modules', 'dist', 'out', '.cache', '.data'])

function filesUnder(folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    if (generated.has(entry.name)) return []
    const path = `${folder}/${entry.name}`
    return entry.isDirectory() ? filesUnder(path) : [path]
  })
}

export const files = workspaces.flatMap(filesUnder)
export const sources = files.filter((path) => /\.tsx?$/.test(path))
export const textOf = new Map(sources.map((path) => [path, readFileSync(join(root, path), 'utf8')]))

const IMPORT =
  /(?:^|\n)\s*(?:import|export)\b[^'"`;]*?from\s*['"]([^'"]+)['"]|(?:(?:^|\n)\s*import\s*|\bimport\(\s*)['"]([^'"]+)['"]|\brequire(?:\.resolve|\(import\.meta\.url\))?\(\s*['"]([^'"]+)['"]/g
const TYPE_ONLY = /(?:^|\n)\s*(?:import|export)\s+type\b[^'"`;]*?from\s*['"]([^'"]+)['"]/g

/** Imports of a file: own files as paths from the root, packages by name. */
export function importsOf(path: string, { types = true } = {}): string[] {
  const text = textOf.get(path) ?? ''
  const excluded = new Set(types ? [] : [...text.matchAll(TYPE_ONLY)].map(([, from]) => from))
  return [...text.matchAll(IMPORT)]
    .map(([, from, bare, required]) => from ?? bare ?? required ?? '')
    .filter((from) => !excluded.has(from))
    .map((from) => {
      if (from.startsWith('.')) return relative(root, join(root, dirname(path), from))
      return from.replace(/^@salonback\//, '').replace(/\?.*$/, '')
    })
}

export const isTest = (path: string) => /\.(test|e2e)\.tsx?$/.test(path) || path.includes('/e2e/')
export const workspaceOf = (path: string) => workspaces.find((part) => path.startsWith(`${part}/`))

/** The entries and every own file they import, directly or indirectly, without type imports. */
export function reachableFrom(entries: string[]): string[] {
  const seen = new Set<string>()
  const visit = (path: string) => {
    if (seen.has(path)) return
    seen.add(path)
    for (const name of importsOf(path, { types: false })) if (textOf.has(name)) visit(name)
  }
  entries.forEach(visit)
  return [...seen]
}

/** Import cycles, type imports included, each as `a.ts → b.ts → a.ts`. */
export function importCycles(): string[] {
  const done = new Set<string>()
  const found: string[] = []
  const walk = (path: string, importers: string[]) => {
    const at = importers.indexOf(path)
    if (at >= 0) found.push([...importers.slice(at), path].join(' → '))
    if (at >= 0 || done.has(path)) return
    for (const name of importsOf(path)) if (textOf.has(name)) walk(name, [...importers, path])
    done.add(path)
  }
  for (const path of sources) walk(path, [])
  return found
}

/** Identical blocks of more than `maxLines` lines of code, ignoring blank lines and comments. */
export function duplicateBlocks(paths: string[], maxLines: number): string[] {
  const seen = new Map<string, string>()
  const found = new Set<string>()
  for (const path of paths) {
    const lines = codeLines(textOf.get(path) ?? '')
    for (let n = 0; n + maxLines < lines.length; n++) {
      const block = lines.slice(n, n + maxLines + 1)
      const key = block.map(({ text }) => text).join('\n')
      const location = `${path}:${block[0]?.number}`
      const first = seen.get(key)
      if (first) found.add(`${first} = ${location}`)
      else seen.set(key, location)
    }
  }
  return [...found]
}

const codeLines = (text: string) =>
  text
    .split('\n')
    .map((line, index) => ({ text: line.trim(), number: index + 1 }))
    .filter(({ text }) => /\w/.test(text) && !/^(?:\/\/|\/?\*|import\b)/.test(text))
