import { format } from 'node:util'
import { afterEach, beforeEach } from 'vitest'

let complaints: string[] = []

const complain =
  (write: typeof console.error): typeof console.error =>
  (...words: unknown[]) => {
    complaints.push(format(...words))
    write(...words)
  }

console.error = complain(console.error)
console.warn = complain(console.warn)

beforeEach(() => {
  complaints = []
})

// React, zod and Node tell of mistakes there and go on; nobody reads what scrolls by.
afterEach(() => {
  const [first] = complaints
  if (first !== undefined) throw new Error(`Somebody complained on the console: ${first}`)
})
