import { expect, test } from 'vitest'
import { readableLine, readyLines } from './terminalLog.ts'

test.each([
  ['{"level":30,"time":"2026-11-25T23:40:04.635Z","msg":"dropped root"}', 'dropped root'],
  [
    '{"level":40,"time":"2026-11-25T23:40:04.635Z","samples":["address"],"msg":"sample values"}',
    'Warning: sample values (samples: ["address"])',
  ],
  [
    '{"level":50,"time":"2026-11-25T23:40:04.635Z","chore":"prune","err":{"stack":"Error: no\\n at a.ts"},"msg":"a chore failed"}',
    'Error: a chore failed (chore: prune)\nError: no\n at a.ts',
  ],
])('%s', (json, text) => {
  expect(readableLine(json)).toBe(text)
})

test('the phones are named only on the simulated network', () => {
  const publicUrl = 'http://localhost:8080'
  expect(readyLines({ publicUrl, simulated: false }).join('\n')).not.toContain('/dev/phones')
  expect(readyLines({ publicUrl, simulated: true }).join('\n')).toContain(`${publicUrl}/dev/phones`)
})
