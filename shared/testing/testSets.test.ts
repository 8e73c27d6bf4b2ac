import { expect, test } from 'vitest'
import { files } from './sources.ts'
import { longTests, slowest, walks } from './testSets.ts'

test('every listed test file exists, so that no renamed file leaves its set or place', () => {
  expect([...longTests, ...walks].filter((path) => !files.includes(path))).toEqual([])
  expect(slowest.filter((name) => !files.some((path) => path.endsWith(`/${name}`)))).toEqual([])
})
