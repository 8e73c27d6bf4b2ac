import { createRandom } from '../../testing/random.ts'
import { countWrong } from '../rows.ts'
import type { Row, SuiteContext } from '../suite.ts'
import { openScene } from './scene.ts'
import { runTrial, type Trial } from './trial.ts'

const TRIALS = { short: 30, full: 1500 }

/** Owners' answers: an owner and staff act on the visits and fees of one client, in a random order, some at the same time. */
export async function proveOwnerAnswers(context: SuiteContext): Promise<Row[]> {
  const { seed, scale, signal, log } = context
  const scene = await openScene(context)
  const trials: Trial[] = []
  for (let n = 0; n < TRIALS[scale] && !signal.aborted; n++) {
    trials.push(await runTrial(scene, createRandom(seed).fork(String(n)), n))
    if (n % 100 === 99) log(`${n + 1} of ${TRIALS[scale]} trials`)
  }
  return [
    countWrong(
      'owners’ answers in any order and number: one fee per client, lowered by staff and disputes only',
      trials,
      ({ log: done, problems }) =>
        problems.length === 0 ? null : `${problems.join('; ')} after ${done.join(', ')}`,
    ),
  ]
}
