import { compare, compareAll, type Group, newcombe } from '@salonback/shared/salons/proof/compare.ts'
import { expect, test } from 'vitest'
import { createRandom, type Random } from '../../testing/random.ts'

/** A campaign with a known effect: the sizes of both groups, and the chance of a client in each to return. */
type World = [texted: number, keptAside: number, withText: number, without: number]

const RUNS = 2000
const withEffect: World[] = [
  [90, 10, 0.12, 0.05],
  [450, 50, 0.05, 0.02],
  [160, 40, 0.12, 0.05],
  [475, 25, 0.3, 0.2],
  [900, 100, 0.12, 0.05],
]
const withoutEffect: World[] = [
  [90, 10, 0.1, 0.1],
  [180, 20, 0.05, 0.05],
  [450, 50, 0.02, 0.02],
  [800, 200, 0.2, 0.2],
  // A tenth of the numbers is dead: both groups count them as drawn, and none of them comes back.
  [160, 40, 0.09, 0.09],
  [800, 200, 0.27, 0.27],
]
/** A busy salon that keeps few clients aside, and three quiet ones: a plain sum shows an effect that is none. */
const unlike: World[] = [
  [1900, 40, 0.3, 0.3],
  [800, 200, 0.02, 0.02],
  [800, 200, 0.02, 0.02],
  [800, 200, 0.02, 0.02],
]

function drawn(random: Random, people: number, chance: number): Group {
  let returned = 0
  for (let n = 0; n < people; n++) if (random.chance(chance)) returned++
  return { people, returned }
}

const campaign = (random: Random, [texted, keptAside, withText, without]: World) => ({
  texted: drawn(random, texted, withText),
  keptAside: drawn(random, keptAside, without),
})

const shareOf = (fits: () => boolean) => Array.from({ length: RUNS }, fits).filter(Boolean).length / RUNS

test.each([...withEffect, ...withoutEffect])(
  'the interval of %i texted and %i kept aside, %d and %d, holds the true effect in 93 to 97.5 %',
  (...world) => {
    const random = createRandom(1).fork(world.join())
    const truth = world[2] - world[3]
    const held = shareOf(() => {
      const { texted, keptAside } = campaign(random, world)
      const { from, to } = newcombe(texted, keptAside)
      return from <= truth && truth <= to
    })
    expect(held).toBeGreaterThan(0.93)
    expect(held).toBeLessThan(0.975)
  },
)

test.each(withoutEffect)('%i texted and %i kept aside, both %d: at most 3 % claim an effect', (...world) => {
  const random = createRandom(2).fork(world.join())
  const claims = shareOf(() => {
    const { texted, keptAside } = campaign(random, world)
    return compare(texted, keptAside).isMore
  })
  expect(claims).toBeLessThanOrEqual(0.03)
})

test('the sum of unlike salons without an effect claims one in at most 3 %, and one of ten with an effect shows it', () => {
  const random = createRandom(3)
  const sumOf = (worlds: World[]) => compareAll(worlds.map((world) => campaign(random, world)))
  expect(shareOf(() => sumOf(unlike).isMore)).toBeLessThanOrEqual(0.03)
  const ten = withEffect.flatMap((world): World[] => [world, world])
  expect(shareOf(() => sumOf(ten).isMore)).toBeGreaterThan(0.8)
})
