import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type App, testApp } from '../../testing/app.ts'
import {
  applyEvent,
  type Event,
  recordStatusChanges,
  type StatusChange,
  startScenario,
  type Text,
  takeStatusChanges,
  textsOf,
} from '../../testing/textEvents.ts'
import type { Attempt } from './transitions/attempt.ts'

/** Fixed seed. A failure prints seed, path and the shortest failing sequence. */
const SEED = 20_261_122
const SEQUENCES = 80
const LONGEST = 25

/** The model: transitions as in README.md. */
const documented = readFileSync(new URL('./README.md', import.meta.url), 'utf8')
  .split('\n')
  .filter((line) => /^ {4}\w+ +→ /.test(line))
  .flatMap((line) => {
    const [from = '', to = ''] = line.trim().split(/ +→ /)
    return from === 'inserted' ? [] : to.split(' | ').map((one) => `${from} → ${one}`)
  })

const gotThere = /^(queued|sending|unknown|failed|canceled) → sent$/
const lastWord = /^sent → (delivered|undelivered|failed)$/
const givenUp = /^queued → canceled$/
const back = /^(sending|unknown) → (queued|canceled|failed)$/
const nothing = /^$/

/** Transitions that each event may cause. */
function allowed(event: Event): RegExp[] {
  switch (event.do) {
    case 'claim':
      return [/^queued → (sending|canceled)$/]
    case 'answer':
      return [...answers[event.outcome], ...(event.checks ? [back] : [])]
    case 'receipt':
      return [gotThere, lastWord, givenUp]
    case 'text':
      return [event.body === 'STOP' ? givenUp : nothing]
    case 'maintain':
      return [/^sending → unknown$/, givenUp]
    case 'reconcile':
      return event.known ? [/^unknown → sent$/, lastWord] : [/^unknown → queued$/]
    case 'campaign':
      return [event.verb === 'cancel' ? givenUp : nothing]
    case 'resolve':
      return [event.outcome === 'sent' ? /^unknown → sent$/ : /^unknown → failed$/]
    case 'reclaim':
      return [/^queued → sending$/]
    case 'failQueued':
      return [/^queued → failed$/]
    default:
      return [nothing]
  }
}

const answers: Record<Extract<Event, { do: 'answer' }>['outcome'], RegExp[]> = {
  accepted: [gotThere, givenUp],
  refused: [/^(sending|unknown) → failed$/],
  optedOut: [/^(sending|unknown) → failed$/, givenUp],
  busy: [back],
  unauthorized: [back],
  ambiguous: [/^sending → unknown$/],
}

interface World {
  texts: Text[]
  suppressed: boolean
  states: Map<string, string>
}

async function look(app: App): Promise<World> {
  const [texts, campaigns, suppressed] = await Promise.all([
    textsOf(app),
    app.sql<{ id: string; state: string }[]>`select id, state from campaigns`,
    app.sql`select 1 from suppressions`,
  ])
  const states = new Map(campaigns.map(({ id, state }) => [id, state]))
  return { texts, suppressed: suppressed.length > 0, states }
}

/** Invariants: an accepted or ended text is never sent again. */
function checkMoves(event: Event, before: World, moves: StatusChange[], attempt: Attempt | undefined): void {
  for (const { id, from, to } of moves) {
    const move = `${from} → ${to}`
    const text = before.texts.find((one) => one.id === id)
    const state = before.states.get(text?.campaignId ?? '')
    expect(documented, 'documented in README.md').toContain(move)
    expect(
      allowed(event).some((one) => one.test(move)),
      `${move} by ${JSON.stringify(event)}`,
    ).toBe(true)
    if (text?.accepted) expect(move, 'the carrier has it').toMatch(lastWord)
    if (to === 'sending') expect([before.suppressed, state ?? 'running']).toEqual([false, 'running'])
    if (event.do === 'reconcile' && to === 'queued')
      expect([text?.kind, text?.retried]).toEqual([expect.stringMatching(/reply|details/), false])
    if (event.do === 'maintain' && to === 'unknown') expect(text?.leaseOver).toBe(true)
    const over = attempt?.id === id && attempt.attempts !== text?.attempts
    if (over) expect(to, 'an attempt that is over').toBe('sent')
  }
}

/** Campaigns with texts that may still be sent. */
const pending = ({ texts }: World) =>
  new Set(texts.filter(({ status }) => /queued|sending/.test(status)).map(({ campaignId }) => campaignId))

/** Effects required after each step, and forbidden states. */
function checkAfter(event: Event, after: World): void {
  const { texts, suppressed, states } = after
  const waiting = texts.filter(({ status }) => status === 'queued')
  expect(
    waiting.filter(({ accepted }) => accepted),
    'accepted and queued',
  ).toEqual([])
  if (event.do === 'text' && suppressed) expect(waiting, 'after STOP').toEqual([])
  const running = [...states].flatMap(([id, state]) => (state === 'running' ? [id] : []))
  const idle = running.filter((id) => !pending(after).has(id))
  if (event.do === 'maintain') {
    const over = texts.filter(({ status, leaseOver }) => status === 'sending' && leaseOver)
    const stray = waiting.filter(({ campaignId }) =>
      /finished|canceled/.test(states.get(campaignId ?? '') ?? ''),
    )
    expect({ over, stray, idle }).toEqual({ over: [], stray: [], idle: [] })
  }
}

async function runScenario(app: App, events: Event[]): Promise<Set<string>> {
  const scenario = await startScenario(app)
  const seen = new Set<string>()
  let before = await look(app)
  for (const event of events) {
    const attempt = await applyEvent(scenario, event)
    const [moves, after] = await Promise.all([takeStatusChanges(app), look(app)])
    checkMoves(event, before, moves, attempt)
    checkAfter(event, after)
    for (const { from, to } of moves) seen.add(`${from} → ${to}`)
    before = after
  }
  return seen
}

const n = fc.nat({ max: 5 })
const anyOf = fc.constantFrom
const one = <D extends Event['do']>(name: D) => fc.constant(name)
const expired: Event[] = [{ do: 'wait', seconds: 31 }, { do: 'maintain' }]
const asked: Event[] = [
  { do: 'wait', seconds: 6 },
  { do: 'reconcile', known: false },
  { do: 'wait', seconds: 181 },
  { do: 'reconcile', known: false },
]

const answered = fc.record({
  do: one('answer'),
  n,
  outcome: anyOf('accepted', 'refused', 'busy', 'busy', 'ambiguous', 'ambiguous', 'ambiguous'),
  checks: fc.boolean(),
  keeps: fc.boolean(),
})
const receipt = fc.record({
  do: one('receipt'),
  n,
  status: anyOf('sent', 'sent', 'delivered', 'undelivered', 'failed'),
  code: anyOf(null, null, null, 30_005, 21_610),
})

/** Weighted: events that end all texts are rare, so that sequences are long. */
const events: fc.Arbitrary<readonly Event[]> = fc.oneof(
  { weight: 16, arbitrary: fc.tuple(answered) },
  { weight: 8, arbitrary: fc.tuple(receipt) },
  { weight: 8, arbitrary: fc.constant<Event[]>([{ do: 'wait', seconds: 6 }, { do: 'claim' }]) },
  { weight: 6, arbitrary: anyOf(expired, [...expired, ...asked]) },
  { weight: 3, arbitrary: fc.tuple(fc.record({ do: one('reconcile'), known: fc.boolean() })) },
  { weight: 4, arbitrary: fc.tuple(fc.record({ do: anyOf('reclaim', 'failQueued'), n })) },
  { weight: 4, arbitrary: fc.tuple(fc.record({ do: one('resolve'), n, outcome: anyOf('sent', 'failed') })) },
  {
    weight: 4,
    arbitrary: fc.tuple(
      fc.record({ do: one('campaign'), verb: anyOf('pause', 'resume', 'resume', 'cancel') }),
    ),
  },
  { weight: 3, arbitrary: fc.tuple(fc.record({ do: anyOf('maintain', 'queueAgain') })) },
  { weight: 2, arbitrary: fc.tuple(fc.record({ do: one('text'), body: anyOf('STOP', 'START', 'START') })) },
  {
    weight: 1,
    arbitrary: anyOf<Event[]>(
      [{ do: 'restart' }],
      [{ do: 'erase' }],
      [{ do: 'answer', n: 0, outcome: 'optedOut' }],
      [{ do: 'answer', n: 0, outcome: 'unauthorized' }, { do: 'claim' }, { do: 'restart' }],
    ),
  },
)

const stop: Event = { do: 'text', body: 'STOP' }
const claim: Event = { do: 'claim' }
type Told = 'sent' | 'delivered' | 'undelivered' | 'failed'
const told = (status: Told, n = 0): Event => ({ do: 'receipt', n, status, code: null })
type Ends = keyof typeof answers
const ends = (outcome: Ends, more: object = {}): Event => ({ do: 'answer', n: 0, outcome, ...more })

/** Fixed sequences. Texts: details, reply, first text; the reply is `sending`. */
const examples: Event[][] = [
  // Every transition of the diagram.
  [told('delivered')],
  [{ do: 'failQueued', n: 0 }, told('undelivered')],
  [stop, told('failed')],
  [claim, stop, ends('accepted', { n: 1, checks: true })],
  ...(['accepted', 'refused', 'busy'] as const).flatMap((one) => [[ends(one)], [...expired, ends(one)]]),
  [claim, { do: 'campaign', verb: 'cancel' }, ...expired, ends('busy', { n: 2 })],
  // Events without effect: an answer after a receipt or of an old attempt; a receipt after the final one.
  ...(['refused', 'busy', 'ambiguous'] as const).flatMap((late) => [
    [told('sent', 1), ends(late)],
    [ends('busy', { keeps: true }), { do: 'wait' as const, seconds: 6 }, claim, ends(late)],
    [...expired, ...asked, claim, ends(late)],
  ]),
  [told('delivered', 1), told('failed', 1), ...expired, ends('accepted')],
  [...expired, { do: 'resolve', n: 1, outcome: 'sent' }, ...asked, ends('busy')],
]

test('random sequences of events cause only documented transitions', async () => {
  const app = await testApp()
  await recordStatusChanges(app)
  const seen = new Set<string>()
  await fc.assert(
    fc.asyncProperty(fc.array(events, { maxLength: LONGEST, size: 'max' }), async (phrases) => {
      for (const move of await runScenario(app, phrases.flat())) seen.add(move)
    }),
    // Limits shrinking; the sequences themselves take a few seconds.
    {
      seed: SEED,
      numRuns: SEQUENCES,
      examples: examples.map((phrase): [(readonly Event[])[]] => [[phrase]]),
      interruptAfterTimeLimit: 90_000,
    },
  )
  expect(documented.filter((move) => !seen.has(move))).toEqual([])
})
