import type { Lags } from '../lags.ts'
import { lateCall } from '../lateCall.ts'
import { countWrong, groupBy } from '../rows.ts'
import type { Row } from '../suite.ts'
import { FIRST_TEXT, hasAction, isOfCampaign, pairOf, SECOND_TEXT, type Stage, type Trial } from './trial.ts'

interface Kind {
  kind: string
  /** Whether a text of this kind may leave in the trial. */
  isDue(trial: Trial): boolean
  isOfKind(trial: Trial, body: string): boolean
}

const beginsWith = (words: string) => (trial: Trial, body: string) =>
  body.startsWith(words.replace('{name}', trial.name))

const ofSalon = (kind: 'offer' | 'reminder'): Kind => ({
  kind,
  isDue: ({ client }) => client?.waitsFor === kind,
  isOfKind: ({ client }, body) =>
    client !== null && body.startsWith(client.approved[kind].split('{link}')[0] ?? ''),
})

const kinds: Kind[] = [
  { kind: 'first text', isDue: (trial) => hasAction(trial, 'claim'), isOfKind: beginsWith(FIRST_TEXT) },
  {
    kind: 'second text',
    isDue: (trial) => hasAction(trial, 'secondSend'),
    isOfKind: beginsWith(SECOND_TEXT),
  },
  ofSalon('offer'),
  ofSalon('reminder'),
]

/** A text received between queueing and writing holds each kind of automatic text, whichever sender it came to. */
export function checkHeld(stage: Stage, trials: Trial[], lags: Lags): Row[] {
  const callsTo = groupBy(stage.network.calls, ({ to }) => to)
  // A reply of staff answers the text, and an erasure forgets it.
  const open = trials.filter((trial) => !hasAction(trial, 'reply', 'erase'))
  return kinds.map(({ kind, isDue, isOfKind }) =>
    countWrong(
      `no ${kind} leaves after a text that has no answer`,
      open.filter(isDue).flatMap((trial) => {
        const since = writtenAt(stage, trial)
        return since === null ? [] : [{ trial, since }]
      }),
      ({ trial, since }) => {
        const calls = (callsTo.get(trial.phone) ?? []).filter(({ body }) => isOfKind(trial, body))
        return lateCall(trial.phone, calls, since, lags)
      },
      ({ trial }) => pairOf(trial),
    ),
  )
}

/** When the first text without an answer was acknowledged. The follow-up answers a yes to the agency, but not for its own campaigns. */
function writtenAt({ senders }: Stage, trial: Trial): number | null {
  const isAnswered = (to: string, body: string) =>
    trial.pair.some(isOfCampaign) && to === senders[0]?.address && body === 'Yes please'
  const written = trial.acknowledged.filter(
    ({ keyword, to, body }) => keyword === null && !isAnswered(to, body),
  )
  return written.length > 0 ? Math.min(...written.map(({ at }) => at)) : null
}
