import { createRandom } from '../random.ts'
import type { Proving } from '../suite.ts'
import { actions } from './actions.ts'
import type { ActionName, Scene } from './scene.ts'

const TIMES = { short: 10, full: 200 }

export type Plan = Pick<Proving, 'seed' | 'scale' | 'only'>

/** Every pair so often, in an order of the seed's: the same in each process that asks. */
export function schedule({ seed, scale, only }: Plan): Scene[] {
  const random = createRandom(seed)
  const names = Object.keys(actions) as ActionName[]
  const pairs = names.flatMap((first, n) =>
    names.slice(n).map((second): [ActionName, ActionName] => [first, second]),
  )
  const scenes = pairs
    .filter((pair) => pair.join(' × ').includes(only))
    .flatMap((pair) => Array.from({ length: TIMES[scale] }, () => pair))
    .map((pair, n) => {
      // Numbers of erased people begin alike, so that one look at a table finds whatever is left of any.
      const start = pair.includes('erase') ? '+447401' : '+447400'
      return {
        n,
        pair,
        random: random.fork(`scene ${n}`),
        phone: `${start}${String(n).padStart(6, '0')}`,
        name: `Salon ${n}`,
        campaignId: '',
        sentReply: null,
        optedOutBefore: false,
        answers: [],
        acknowledged: [],
        stoppedAt: null,
        replies: [],
        erasures: [],
      }
    })
  return random.fork('schedule').shuffle(scenes)
}
