import {
  compare,
  compareAll,
  type Group,
  type Groups,
  newcombe,
} from '@salonback/shared/salons/proof/compare.ts'
import { createRandom, type Random } from '../../testing/random.ts'
import type { Row, SuiteContext } from '../suite.ts'

/** A world: texted clients, clients kept aside, and the probability that a client of each group comes back. */
interface World {
  texted: number
  keptAside: number
  withText: number
  without: number
}

const world = (texted: number, keptAside: number, withText: number, without: number): World => ({
  texted,
  keptAside,
  withText,
  without,
})

/** The first ones have few returns: about ten texted clients, and one kept aside. */
const withEffect = [
  world(90, 10, 0.12, 0.05),
  world(180, 20, 0.05, 0.02),
  world(450, 50, 0.05, 0.02),
  world(180, 20, 0.12, 0.05),
  world(160, 40, 0.12, 0.05),
  world(475, 25, 0.3, 0.2),
  world(900, 100, 0.12, 0.05),
  world(1800, 200, 0.05, 0.02),
  world(4500, 500, 0.1, 0.08),
]
const withoutEffect = [
  world(90, 10, 0.02, 0.02),
  world(90, 10, 0.1, 0.1),
  world(180, 20, 0.05, 0.05),
  world(160, 40, 0.1, 0.1),
  world(450, 50, 0.02, 0.02),
  world(900, 100, 0.1, 0.1),
  world(800, 200, 0.2, 0.2),
  world(4500, 500, 0.05, 0.05),
  // A tenth of the numbers is dead: both groups count them as drawn, and none of them comes back.
  world(160, 40, 0.9 * 0.1, 0.9 * 0.1),
  world(800, 200, 0.9 * 0.3, 0.9 * 0.3),
]

const RUNS = 2000

function simulate(random: Random, people: number, probability: number): Group {
  let returned = 0
  for (let n = 0; n < people; n++) if (random.chance(probability)) returned++
  return { people, returned }
}

const simulateWorld = (random: Random, { texted, keptAside, withText, without }: World): Groups => ({
  texted: simulate(random, texted, withText),
  keptAside: simulate(random, keptAside, without),
})

const nameOf = ({ texted, keptAside, withText, without }: World) =>
  `${texted} texted, ${keptAside} kept aside, ${100 * withText} % and ${100 * without} %`

type Fits = (groups: Groups, one: World) => boolean

/** Whether the true difference is inside the interval. Runs with too few returns count as well. */
const isInside: Fits = ({ texted, keptAside }, { withText, without }) =>
  isWithin(newcombe(texted, keptAside), withText - without)

const isWithin = ({ from, to }: { from: number; to: number }, truth: number) => from <= truth && truth <= to

const isClaimed: Fits = ({ texted, keptAside }) => compare(texted, keptAside).isMore

/** A busy salon that keeps few clients aside, and three quiet ones: a plain sum shows an effect that is none. */
const unlike = [
  world(1900, 40, 0.3, 0.3),
  world(800, 200, 0.02, 0.02),
  world(800, 200, 0.02, 0.02),
  world(800, 200, 0.02, 0.02),
]

/** Ten campaigns of salons of different sizes, shares and habits, with the same effect in each. */
function manyCampaigns(random: Random, effect: number) {
  const worlds = Array.from({ length: 10 }, () => {
    const people = random.between(100, 1200)
    const keptAside = Math.round((people * random.pick([5, 10, 10, 10, 20])) / 100)
    const without = random.pick([0.02, 0.05, 0.1, 0.2])
    return world(people - keptAside, keptAside, without + effect, without)
  })
  return compareAll(worlds.map((one) => simulateWorld(random, one)))
}

function manyRates(random: Random, effect: number) {
  let [held, claims] = [0, 0]
  for (let n = 0; n < RUNS; n++) {
    const { interval, isMore } = manyCampaigns(random, effect)
    if (interval && isWithin(interval, effect)) held++
    if (isMore) claims++
  }
  return { held: held / RUNS, claims: claims / RUNS }
}

const isCovered = (rate: number) => rate >= 0.93 && rate <= 0.97

const percentOf = (share: number) => `${(100 * share).toFixed(1)} %`

/** Checks the interval and the claim of an effect in worlds with a known effect. Needs no database. */
export async function proveLift({ seed }: SuiteContext): Promise<Row[]> {
  const random = createRandom(seed)
  const rowOf = (
    what: string,
    rates: [name: string, rate: number][],
    isRight: (rate: number) => boolean,
  ): Row => {
    const wrong = rates.filter(([, rate]) => !isRight(rate))
    const shown =
      wrong.length > 0
        ? wrong
        : [rates.reduce((a, b) => (b[1] < a[1] ? b : a)), rates.reduce((a, b) => (b[1] > a[1] ? b : a))]
    return {
      what,
      tried: rates.length * RUNS,
      wrong: wrong.length,
      note: shown.map(([name, rate]) => `${name}: ${percentOf(rate)}`).join('; '),
    }
  }
  const rates = (worlds: World[], fits: Fits) =>
    worlds.map((one): [string, number] => {
      const own = random.fork(nameOf(one))
      const runs = Array.from({ length: RUNS }, () => fits(simulateWorld(own, one), one))
      return [nameOf(one), runs.filter(Boolean).length / RUNS]
    })
  const busy = random.fork('unlike')
  const [same, more] = [manyRates(random.fork('none'), 0), manyRates(random.fork('some'), 0.05)]
  return [
    rowOf(
      'the interval holds the true effect in 93 to 97 % of 2,000 runs',
      rates([...withEffect, ...withoutEffect], isInside),
      isCovered,
    ),
    rowOf(
      'without an effect at most 3 % of 2,000 runs claim one',
      rates(withoutEffect, isClaimed),
      (rate) => rate <= 0.03,
    ),
    rowOf(
      'the interval over ten campaigns holds the true effect',
      [
        ['none', same.held],
        ['5 points', more.held],
      ],
      isCovered,
    ),
    rowOf(
      'four campaigns of unlike salons without an effect claim one in at most 3 %',
      [
        [
          'none',
          Array.from({ length: RUNS }, () =>
            compareAll(unlike.map((one) => simulateWorld(busy, one))),
          ).filter(({ isMore }) => isMore).length / RUNS,
        ],
      ],
      (rate) => rate <= 0.03,
    ),
    rowOf('ten campaigns without an effect claim none', [['none', same.claims]], (rate) => rate <= 0.03),
    rowOf(
      'ten campaigns with an effect of 5 points show it in most runs',
      [['5 points', more.claims]],
      (rate) => rate > 0.8,
    ),
  ]
}
