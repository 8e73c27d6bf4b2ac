import { compare, compareAll } from '@salonback/shared/salons/proof/compare.ts'
import { expect, test } from 'vitest'
import { createRandom, type Random } from '../../testing/random.ts'

const RUNS = 2000

interface World {
  people: number
  /** Percent kept aside. */
  percent: number
  /** How often clients come back by themselves, and the share of numbers that the network refuses. */
  rate: number
  dead: number
}

/**
 * Draws the groups of a campaign whose text does nothing. Clients whose number is dead have moved away and never come back; the
 * network tells of those in the texted group only.
 */
function draw(random: Random, { people, percent, rate, dead }: World) {
  const kept = Math.round((people * percent) / 100)
  const group = (members: number) => {
    let [deadOnes, returned] = [0, 0]
    for (let n = 0; n < members; n++)
      if (random.chance(dead)) deadOnes++
      else if (random.chance(rate)) returned++
    return { people: members, returned, deadOnes }
  }
  const [texted, keptAside] = [group(people - kept), group(kept)]
  return { texted, keptAside, delivered: { ...texted, people: texted.people - texted.deadOnes } }
}

const claimsOf = (seed: string, claims: (random: Random) => boolean) => {
  const random = createRandom(42).fork(seed)
  let claimed = 0
  for (let n = 0; n < RUNS; n++) if (claims(random)) claimed++
  return claimed / RUNS
}

const worlds: World[] = [0, 0.05, 0.1].flatMap((dead) => [
  { people: 200, percent: 20, rate: 0.1, dead },
  { people: 200, percent: 20, rate: 0.5, dead },
  { people: 400, percent: 10, rate: 0.3, dead },
  { people: 1000, percent: 20, rate: 0.3, dead },
])

test.each(worlds)(
  'of $people clients, $percent % kept aside, rate $rate, dead numbers $dead: a text without effect is claimed in at most 3 %',
  (world) => {
    const share = claimsOf(JSON.stringify(world), (random) => {
      const { texted, keptAside } = draw(random, world)
      return compare(texted, keptAside).isMore
    })
    expect(share).toBeLessThanOrEqual(0.03)
  },
)

test('leaving refused numbers out of the texted group alone claims more', () => {
  const world = { people: 1000, percent: 20, rate: 0.5, dead: 0.1 }
  const share = claimsOf('delivered', (random) => {
    const { delivered, keptAside } = draw(random, world)
    return compare(delivered, keptAside).isMore
  })
  expect(share).toBeGreaterThan(0.1)
})

/** Campaigns that are summed: people, percent kept aside, rate. */
const sums: [title: string, campaigns: [people: number, percent: number, rate: number][]][] = [
  ['one', [[400, 10, 0.1]]],
  [
    'alike',
    [
      [400, 10, 0.1],
      [400, 10, 0.1],
      [400, 10, 0.1],
    ],
  ],
  [
    'of different sizes',
    [
      [2000, 10, 0.05],
      [100, 10, 0.3],
      [100, 10, 0.3],
    ],
  ],
  [
    'a busy salon that keeps few aside',
    [
      [1940, 2, 0.3],
      [1000, 20, 0.02],
      [1000, 20, 0.02],
      [1000, 20, 0.02],
    ],
  ],
  [
    'a quiet salon that keeps few aside',
    [
      [1940, 2, 0.02],
      [1000, 20, 0.3],
      [1000, 20, 0.3],
    ],
  ],
  ['twelve small ones', Array.from({ length: 12 }, () => [100, 5, 0.08] as [number, number, number])],
  [
    'shares from 5 to 20',
    [
      [300, 5, 0.2],
      [300, 10, 0.1],
      [300, 20, 0.05],
    ],
  ],
]

for (const dead of [0, 0.05, 0.1])
  test.each(sums)(
    `the sum of campaigns (%s) with a share of dead numbers of ${dead} claims in at most 3 %%`,
    (title, campaigns) => {
      const share = claimsOf(`${title} ${dead}`, (random) => {
        const groups = campaigns.map(([people, percent, rate]) =>
          draw(random, { people, percent, rate, dead }),
        )
        return compareAll(groups).isMore
      })
      expect(share).toBeLessThanOrEqual(0.03)
    },
  )
