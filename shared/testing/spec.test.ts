import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { files, isTest } from './sources.ts'

const rows = readFileSync(new URL('./spec.md', import.meta.url), 'utf8')
  .split('\n')
  .filter((line) => /^\| \d/.test(line))
  .map((line) => line.split('|').map((cell) => cell.trim()))
  .map(([, section = '', about = '', tests = '']) => ({
    section,
    about,
    tests: [...tests.matchAll(/`([^`]+)`/g)].map(([, path = '']) => path),
  }))

test('every section of the specification lists the test files that cover it', () => {
  expect([...new Set(rows.map(({ section }) => section))]).toEqual([...'123456789'])
  expect(rows.filter(({ tests }) => tests.length === 0)).toEqual([])
})

test('every listed test file exists', () => {
  const known = new Set(files.filter(isTest))
  const missing = rows.flatMap(({ about, tests }) =>
    tests.filter((path) => !known.has(path)).map((path) => `${about}: ${path}`),
  )
  expect(missing).toEqual([])
})
