import { expect, test } from 'vitest'
import { files } from './sources.ts'
import { longTests, walks } from './testSets.ts'

test('every listed test file exists, so that no renamed file leaves its set', () => {
  expect([...longTests, ...walks].filter((path) => !files.includes(path))).toEqual([])
})
