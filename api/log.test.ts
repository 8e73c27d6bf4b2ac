import { expect, test } from 'vitest'
import { createLog, maskNumbers } from './log.ts'

test.each([
  ['to +447700900123 now', 'to +44…123 now'],
  ['/uksalon?mobile=447700900123', '/uksalon?mobile=44…123'],
  ['+12025550142,+353209120142', '+12…142,+35…142'],
  ['id 482f2623-04b7-4d23-b5b2-b86da20036c4', 'id 482f2623-04b7-4d23-b5b2-b86da20036c4'],
  ['SM0123456789abcdef0123456789abcdef', 'SM0123456789abcdef0123456789abcdef'],
  ['in 1234 ms', 'in 1234 ms'],
  ['?To=%2B447700900123&x', '?To=%2B44…123&x'],
  [String.raw`said\n447700900123`, String.raw`said\n44…123`],
])('%s is logged as %s', (line, masked) => {
  expect(maskNumbers(line)).toBe(masked)
})

test('no line holds a whole number, a password or a token, wherever it stands', () => {
  const lines: string[] = []
  const log = createLog('info', (line) => lines.push(line))
  log.info(
    {
      phone: '+447700900123',
      password: 'hunter2',
      deep: { token: 'abc', cookie: 'salonback_session=s3cret' },
    },
    'to 447700900123',
  )
  log.error({ err: new Error('The number +447700900123 is not valid') }, 'failed')
  const all = lines.join('')
  expect(lines).toHaveLength(2)
  expect(all).not.toMatch(/7700900/)
  expect(all).not.toMatch(/hunter2|s3cret/)
})
