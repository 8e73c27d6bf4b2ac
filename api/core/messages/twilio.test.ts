import { expect, test } from 'vitest'
import { UnsentError } from './guardedRequest.ts'
import { outcomeOfError } from './sendOutcome.ts'

test.each([
  [{ status: 429, code: 20429 }, 'busy'],
  [{ status: 400, code: 21611 }, 'busy'],
  [{ status: 401, code: 20003 }, 'unauthorized'],
  [{ status: 400, code: 21211 }, 'refused'],
  [{ status: 404, code: 20404 }, 'refused'],
  [{ status: 408 }, 'ambiguous'],
  [{ status: 500 }, 'ambiguous'],
  [{ status: 503 }, 'ambiguous'],
  [{ code: 'ECONNRESET' }, 'ambiguous'],
  [{ code: 'ETIMEDOUT' }, 'ambiguous'],
])('%j at the carrier is %s', (error, kind) => {
  expect(outcomeOfError(Object.assign(new Error('no'), error)).kind).toBe(kind)
})

test('an unwritten request is not sent', () => {
  expect(outcomeOfError(new UnsentError('no connection', { blocked: false })).kind).toBe('busy')
  expect(outcomeOfError(new UnsentError('too late', { blocked: true })).kind).toBe('blocked')
})
