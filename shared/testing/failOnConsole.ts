import { format } from 'node:util'
import { afterEach, beforeEach } from 'vitest'

let logged: string[] = []

const record =
  (write: typeof console.error): typeof console.error =>
  (...args: unknown[]) => {
    logged.push(format(...args))
    write(...args)
  }

console.error = record(console.error)
console.warn = record(console.warn)

beforeEach(() => {
  logged = []
})

// React, zod and Node report mistakes with console.error and console.warn: fail the test instead.
afterEach(() => {
  const [first] = logged
  if (first !== undefined) throw new Error(`console.error or console.warn was called: ${first}`)
})
