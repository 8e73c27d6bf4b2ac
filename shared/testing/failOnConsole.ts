import { format } from 'node:util'
import { afterEach, beforeEach } from 'vitest'

let complaints: string[] = []
let expected: RegExp | null = null

/** For a test that provokes a complaint: this one does not fail it. */
export function expectConsoleError(words: RegExp): void {
  expected = words
}

const complain =
  (write: typeof console.error): typeof console.error =>
  (...words: unknown[]) => {
    const line = format(...words)
    if (expected?.test(line)) return
    complaints.push(line)
    write(...words)
  }

console.error = complain(console.error)
console.warn = complain(console.warn)

beforeEach(() => {
  complaints = []
  expected = null
})

// React, zod and Node tell of mistakes there and go on; nobody reads what scrolls by.
afterEach(() => {
  const [first] = complaints
  if (first !== undefined) throw new Error(`Somebody complained on the console: ${first}`)
})
