import { expect, test } from 'vitest'
import { passwordRule } from './strength.ts'

const passwordFault = await passwordRule()

const easy = 'is too easy to guess: choose a longer one, or several unrelated words'
const own = 'is mostly the username or the name Salonback'

test.each([
  ['short', 'needs at least 8 characters'],
  ['x'.repeat(257), 'may have 256 characters'],
  // Common passwords: unchanged, decorated and repeated.
  ['password', easy],
  ['Password123!', easy],
  ['P@ssw0rd2026', easy],
  ['12345678', easy],
  ['qwertyuiop', easy],
  ['aaaaaaaaaaaa', easy],
  ['abcabcabcabc', easy],
  ['london2026', easy],
  ['letmein2026!', easy],
  ['Dragon_7788', easy],
  ['11/12/1987', easy],
  ['drowssap', easy],
  // Names.
  ['samantha', easy],
  ['Samantha1987', easy],
  ['jessica.smith', easy],
  ['Jessica Smith 1987', easy],
  ['michaeljordan', easy],
  // Mostly the username or our name.
  ['maya2026', own],
  ['maya12345!', own],
  ['MayaMayaMaya', own],
  ['ｍａｙａ12345!', own],
  ['Salonback2026!', own],
  ['Maya-Salonback-1', own],
])('%s is refused: it %s', (password, fault) => {
  expect(passwordFault(password, 'Maya')).toBe(fault)
})

test.each([
  'correct horse',
  'correct horse battery',
  'a better one',
  'k9$Lm2pQ',
  'glow nail lounge',
  'maya has 3 blue kettles',
  'dragon 4f0Kq1-z8',
  'DXq0k5Pz-Ge7_wYvT2rMbNcA',
  'Zoë mag grüne Äpfel',
  'correct horse battery staple '.repeat(8),
])('%s is accepted', (password) => {
  expect(passwordFault(password, 'maya')).toBeNull()
})

test('every word of the username counts as a name', () => {
  expect(passwordFault('o’hara-2026', 'Nora O’Hara')).toBe(own)
  expect(passwordFault('nora@glow.ie1', 'nora@glow.ie')).toBe(own)
})

test('checking the longest password is as fast as a short one', () => {
  const hard = '4@3$5!0|1 '.repeat(26)
  const time = (password: string) => {
    const start = process.cpuUsage().user
    for (let n = 0; n < 5; n++) passwordFault(password, 'maya')
    return process.cpuUsage().user - start
  }
  time(hard)
  const [short, long] = [time(hard.slice(0, 24)), time(hard.slice(0, 256))]
  expect(long).toBeLessThan(3 * short)
})
