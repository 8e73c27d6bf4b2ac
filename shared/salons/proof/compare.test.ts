import { describe, expect, test } from 'vitest'
import { compare, compareAll, compareTexts, type Group, newcombe } from './compare.ts'

const group = (written: string): Group => {
  const [returned = 0, people = 0] = written.split('/').map(Number)
  return { returned, people }
}

// Table II of Newcombe (1998), method 10.
describe('the interval of a difference is that of Newcombe, method 10', () => {
  test.each([
    ['56/70', '48/80', 0.0524, 0.3339],
    ['9/10', '3/10', 0.1705, 0.809],
    ['6/7', '2/7', 0.0582, 0.8062],
    ['5/56', '0/29', -0.0381, 0.1926],
    ['0/10', '0/20', -0.1611, 0.2775],
    ['0/10', '0/10', -0.2775, 0.2775],
    ['10/10', '0/20', 0.6791, 1],
    ['10/10', '0/10', 0.6075, 1],
  ])('%s and %s', (first, second, from, to) => {
    const interval = newcombe(group(first), group(second))
    expect(interval.from).toBeCloseTo(from, 4)
    expect(interval.to).toBeCloseTo(to, 4)
  })
})

test.each<[texted: string, keptAside: string, interval: 'none' | 'shown', isMore: boolean]>([
  ['0/180', '0/20', 'none', false],
  ['4/180', '0/20', 'none', false],
  ['3/180', '1/20', 'none', false],
  ['5/180', '0/20', 'shown', false],
  ['21/180', '1/20', 'shown', false],
  ['108/900', '5/100', 'shown', true],
  ['90/900', '10/100', 'shown', false],
  // Fewer of the texted came back: no claim.
  ['9/900', '10/100', 'shown', false],
])('%s texted and %s kept aside: interval %s, claims more: %s', (texted, keptAside, interval, isMore) => {
  const compared = compare(group(texted), group(keptAside))
  expect(compared.interval === null ? 'none' : 'shown').toBe(interval)
  expect(compared.isMore).toBe(isMore)
})

test('an empty group has no lift', () => {
  const nothing = { lift: null, interval: null, isMore: false }
  expect(compare(group('9/90'), group('0/0'))).toEqual(nothing)
  expect(compare(group('0/0'), group('9/90'))).toEqual(nothing)
  expect(compareAll([])).toMatchObject({ campaigns: 0, ...nothing })
})

const campaign = (texted: string, keptAside: string) => ({
  texted: group(texted),
  keptAside: group(keptAside),
})

test('campaigns with the same share kept aside are summed', () => {
  const all = compareAll([campaign('21/180', '1/20'), campaign('48/360', '2/40')])
  expect(all).toMatchObject({ campaigns: 2, texted: group('69/540'), keptAside: group('3/60') })
  const sum = compare(group('69/540'), group('3/60'))
  expect(all.lift).toBeCloseTo(sum.lift ?? 0, 12)
  expect(all.interval?.from).toBeCloseTo(sum.interval?.from ?? 0, 12)
})

test('the sum shows no false effect when a busy salon keeps fewer clients aside', () => {
  // Texted and kept aside come back alike: 20 % at one salon, 2 % at the other.
  const all = compareAll([campaign('190/950', '10/50'), campaign('16/800', '4/200')])
  expect(all.lift).toBeCloseTo(0, 12)
  expect(all.isMore).toBe(false)
})

test('the sum of one campaign equals that campaign; a campaign without a group is left out', () => {
  const all = compareAll([campaign('108/900', '5/100'), campaign('40/40', '0/0')])
  const alone = compare(group('108/900'), group('5/100'))
  expect(all).toMatchObject({ campaigns: 1, texted: group('108/900'), isMore: true })
  expect(all.interval?.from).toBeCloseTo(alone.interval?.from ?? 0, 12)
  expect(all.interval?.to).toBeCloseTo(alone.interval?.to ?? 0, 12)
})

test('the sum of several campaigns has no interval below 5 returns', () => {
  const all = compareAll([campaign('2/90', '0/10'), campaign('2/80', '0/20')])
  expect(all).toMatchObject({ interval: null, isMore: false })
})

test.each<[one: string, other: string, better: 'one' | 'other' | null]>([
  ['0/100', '4/100', null],
  ['4/100', '16/100', 'other'],
  ['16/100', '4/100', 'one'],
  // A 95 % interval of these is above zero.
  ['6/100', '16/100', null],
  ['10/100', '10/100', null],
  ['0/0', '10/100', null],
])('of the texts %s and %s the better one is: %s', (one, other, better) => {
  expect(compareTexts(group(one), group(other)).better).toBe(better)
})

/** Probability of each number of returns. */
function binomial(people: number, rate: number): number[] {
  const chances = [(1 - rate) ** people]
  for (let n = 1; n <= people; n++)
    chances.push((((chances[n - 1] ?? 0) * (people - n + 1)) / n) * (rate / (1 - rate)))
  return chances
}

test.each([
  [50, 0.05],
  [50, 0.3],
  [150, 0.02],
  [150, 0.1],
  [150, 0.3],
])(
  'two alike texts to %i clients each, rate of return %d: one is called better in at most 3 %',
  (people, rate) => {
    const chances = binomial(people, rate)
    let claimed = 0
    for (const [returned, chance] of chances.entries())
      for (const [otherReturned, otherChance] of chances.entries())
        if (compareTexts({ people, returned }, { people, returned: otherReturned }).better !== null)
          claimed += chance * otherChance
    expect(claimed).toBeLessThan(0.03)
  },
)

// Variances of the campaigns by hand: weights 0.9 and 0.1, rates 190/1000 and 4/200.
test('the interval of a sum has the variance of its campaigns', () => {
  const all = compareAll([campaign('171/900', '19/100'), campaign('2/100', '2/100')])
  const rates = [190.5 / 1001, 4.5 / 201]
  const exact = (kept: readonly number[]) =>
    rates.reduce(
      (sum, rate, n) => sum + ([0.9, 0.1][n] ?? 0) ** 2 * ((rate * (1 - rate)) / (kept[n] ?? 1)),
      0,
    )
  const middle = 0.9 * (rates[0] ?? 0) + 0.1 * (rates[1] ?? 0)
  const plain = middle * (1 - middle)
  const [texted, kept] = [plain / exact([900, 100]), plain / exact([100, 100])]
  const expected = newcombe(
    { people: texted, returned: 0.173 * texted },
    { people: kept, returned: 0.173 * kept },
  )
  expect(all.lift).toBeCloseTo(0, 12)
  expect(all.interval?.from).toBeCloseTo(expected.from, 12)
  expect(all.interval?.to).toBeCloseTo(expected.to, 12)
})
