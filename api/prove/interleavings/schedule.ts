import { createRandom } from '../../testing/random.ts'
import type { SuiteContext } from '../suite.ts'
import { actions } from './actions.ts'
import { type ActionName, isOfCampaign, isOfSalon, pairOf, type Trial } from './trial.ts'

const TRIALS_PER_PAIR = 7
/** Fewer, because there are about as many pairs with an action of a salon as without. */
const TRIALS_PER_SALON_PAIR = 4

const TRIALS_PER_CAMPAIGN_PAIR = 2

/** A text comes while one of a campaign is sent. */
const TRIALS_PER_HOLDING_PAIR = 8
const holding = ['inbound × claim', 'inbound × campaignSend', 'campaignSend × campaignAnswer']
const besideSecondTexts: ActionName[] = ['inbound', 'salonInbound']

/** Actions of the agency that are paired with those of a campaign. */
const besideCampaigns: ActionName[] = ['stop', 'erase']

const trialsOf = (pair: [ActionName, ActionName]) => {
  if (holding.includes(pairOf({ pair })) || pair.includes('secondSend')) return TRIALS_PER_HOLDING_PAIR
  if (pair.some(isOfCampaign)) return TRIALS_PER_CAMPAIGN_PAIR
  return pair.some(isOfSalon) ? TRIALS_PER_SALON_PAIR : TRIALS_PER_PAIR
}

function isTried(pair: [ActionName, ActionName]): boolean {
  if (holding.includes(pairOf({ pair }))) return true
  if (pair.includes('secondSend')) return pair.some((name) => besideSecondTexts.includes(name))
  return (
    !pair.some(isOfCampaign) || pair.every((name) => isOfCampaign(name) || besideCampaigns.includes(name))
  )
}

/** Parallel processes, each with its own database. One core cannot drive two services and their Postgres. */
export const PARTS = 2

export type ScheduleOptions = Pick<SuiteContext, 'seed' | 'only'>

/**
 * All trials: every pair of actions, repeated, in an order given by the seed. Each process computes the same list. The names
 * of the forks are part of the seed: other names would change the schedule.
 */
export function createSchedule({ seed, only }: ScheduleOptions): Trial[] {
  const random = createRandom(seed)
  const names = Object.keys(actions) as ActionName[]
  const pairs = names.flatMap((first, n) =>
    names.slice(n).map((second): [ActionName, ActionName] => [first, second]),
  )
  const trials = pairs
    .filter((pair) => isTried(pair) && pairOf({ pair }).includes(only))
    .flatMap((pair) => Array.from({ length: trialsOf(pair) }, () => pair))
    .map((pair, n) => {
      // Numbers to be erased share a prefix, so that one search per table finds what is left of any of them.
      const prefix = pair.includes('erase') ? '+447401' : '+447400'
      return {
        pair,
        random: random.fork(`scene ${n}`),
        phone: `${prefix}${String(n).padStart(6, '0')}`,
        name: `Salon ${n}`,
        campaignId: '',
        earlierReply: null,
        client: null,
        answers: [],
        acknowledged: [],
        salonTexts: [],
        replies: [],
        erasures: [],
      }
    })
  return random.fork('schedule').shuffle(trials)
}
