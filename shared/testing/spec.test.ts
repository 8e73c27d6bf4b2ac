import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('../../', import.meta.url))

const tests = ['api', 'desktop', 'shared', 'web'].flatMap((part) =>
  readdirSync(join(root, part), { recursive: true, encoding: 'utf8' })
    .map((path) => `${part}/${path.replaceAll('\\', '/')}`)
    .filter((path) => /\.(?:test|e2e)\.tsx?$/.test(path) && !path.includes('node_modules')),
)

const rows = readFileSync(new URL('./spec.md', import.meta.url), 'utf8')
  .split('\n')
  .filter((line) => /^\| \d/.test(line))
  .map((line) => line.split('|').map((cell) => cell.trim()))
  .map(([, section = '', statement = '', proof = '']) => ({
    section,
    statement,
    proofs: proof.split(' + ').filter(Boolean),
  }))

const sources = new Map<string, string>()
const sourceOf = (path: string) => {
  const source = sources.get(path) ?? readFileSync(join(root, path), 'utf8')
  sources.set(path, source)
  return source
}

/** Why this names no test, or null: its file, by the end of the path, and the title as it is written there. */
function missing(proof: string): string | null {
  const [file = '', title = ''] = proof.split(' › ')
  const found = tests.filter((path) => `/${path.replace(/\.(?:test|e2e)\.tsx?$/, '')}`.endsWith(`/${file}`))
  const [path] = found
  if (!path || found.length > 1) return `${file}: ${found.length} files`
  const quoted = ["'", '"', '`'].map((quote) => `${quote}${title.replaceAll(quote, `\\${quote}`)}${quote},`)
  const source = sourceOf(path)
  const named = quoted.some((words) => new RegExp(`\\(\\s*${escaped(words)}`).test(source))
  return title !== '' && named ? null : `${path}: no test “${title}”`
}

const escaped = (words: string) => words.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

test('every statement of the specification names the tests that prove it, and each of them is there', () => {
  const wrong = rows.flatMap(({ section, statement, proofs }) => {
    const problems = proofs.length === 0 ? ['no test'] : proofs.map(missing).filter((one) => one !== null)
    return problems.map((problem) => `${section} ${statement}: ${problem}`)
  })
  expect(wrong).toEqual([])
})

/** Rows of each section. A statement that goes from the table must go from here too, where somebody asks why. */
const statements = { 1: 14, 2: 91, 3: 12, 4: 21, 5: 31, 6: 6, 7: 30, 8: 29, 9: 22 }

test('the table speaks of every section as fully as ever, and says nothing twice in one', () => {
  const counts: Record<string, number> = {}
  for (const { section } of rows) counts[section] = (counts[section] ?? 0) + 1
  expect(counts).toEqual(statements)
  const said = rows.map(({ section, statement }) => `${section} ${statement}`)
  expect(said.filter((words, at) => said.indexOf(words) !== at)).toEqual([])
})

test('a title nobody gave, a file that is none and a row without a test are found', () => {
  expect(missing('host/query › there is no such test')).toMatch(/no test/)
  expect(missing('host/nothing › x')).toBe('host/nothing: 0 files')
  expect(missing('routes › x')).toMatch(/routes: \d+ files/)
  expect(missing('host/query › ')).toMatch(/no test/)
})
