import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { testApp } from '../testing/app.ts'
import {
  type Event,
  happen,
  type Move,
  startWalk,
  type Text,
  takeMoves,
  textsOf,
  watchMoves,
} from '../testing/textWalk.ts'
import type { Attempt } from './transitions/attempt.ts'

type App = Awaited<ReturnType<typeof testApp>>

/** The same walks every time; a failure prints seed, path and the shortest sequence that fails. */
const SEED = 20_261_122
const WALKS = 60
const LONGEST = 30

/** The model: the README's drawing, read as people read it. */
const drawn = readFileSync(new URL('../../README.md', import.meta.url), 'utf8')
  .split('\n')
  .filter((line) => /^ {4}\w+ +→ /.test(line))
  .flatMap((line) => {
    const [from = '', to = ''] = line.trim().split(/ +→ /)
    return from === 'written' ? [] : to.split(' | ').map((one) => `${from} → ${one}`)
  })

const gotThere = /^(queued|sending|unknown|failed|canceled) → sent$/
const lastWord = /^sent → (delivered|undelivered|failed)$/
const givenUp = /^queued → canceled$/
const back = /^(sending|unknown) → (queued|canceled|failed)$/
const nothing = /^$/

/** What each event may move, as people would say it. */
function allowed(event: Event): RegExp[] {
  switch (event.do) {
    case 'claim':
      return [/^queued → (sending|canceled)$/]
    case 'answer':
      return [...answers[event.outcome], ...(event.look ? [back] : [])]
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
  const texts = [...(await textsOf(app))]
  const campaigns = await app.sql<{ id: string; state: string }[]>`select id, state from campaigns`
  const suppressed = await app.sql`select 1 from suppressions`
  return {
    texts,
    suppressed: suppressed.length > 0,
    states: new Map(campaigns.map(({ id, state }) => [id, state])),
  }
}

/** Rules that hold whatever happens: what is with the carrier, or with nobody, never goes out again. */
function checkMoves(event: Event, before: World, moves: Move[], attempt: Attempt | undefined): void {
  for (const { id, from, to } of moves) {
    const move = `${from} → ${to}`
    const text = before.texts.find((one) => one.id === id)
    const state = before.states.get(text?.campaignId ?? '')
    expect(drawn, 'the drawing has it').toContain(move)
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

/** Campaigns of which something may still be sent. */
const pending = ({ texts }: World) =>
  new Set(texts.filter(({ status }) => /queued|sending/.test(status)).map(({ campaignId }) => campaignId))

/** What must have happened, and what must not be left. */
function checkAfter(event: Event, before: World, after: World): void {
  const { texts, suppressed, states } = after
  const waiting = texts.filter(({ status }) => status === 'queued')
  expect(
    waiting.filter(({ accepted }) => accepted),
    'accepted and queued',
  ).toEqual([])
  if (event.do === 'text' && suppressed) expect(waiting, 'after STOP').toEqual([])
  const running = [...states].flatMap(([id, state]) => (state === 'running' ? [id] : []))
  const idle = running.filter((id) => !pending(after).has(id))
  // A claim is one statement and an erasure moves no status: what they end is finished by the sweep.
  if (event.do !== 'claim' && event.do !== 'erase')
    expect(
      idle.filter((id) => pending(before).has(id)),
      'finished with its last text',
    ).toEqual([])
  if (event.do === 'maintain') {
    const over = texts.filter(({ status, leaseOver }) => status === 'sending' && leaseOver)
    const stray = waiting.filter(({ campaignId }) =>
      /finished|canceled/.test(states.get(campaignId ?? '') ?? ''),
    )
    expect({ over, stray, idle }).toEqual({ over: [], stray: [], idle: [] })
  }
}

async function walkThrough(app: App, events: Event[]): Promise<Set<string>> {
  const walk = await startWalk(app)
  const seen = new Set<string>()
  let before = await look(app)
  for (const event of events) {
    const attempt = await happen(walk, event)
    const moves = await takeMoves(app)
    const after = await look(app)
    checkMoves(event, before, moves, attempt)
    checkAfter(event, before, after)
    for (const { from, to } of moves) seen.add(`${from} → ${to}`)
    before = after
  }
  return seen
}

const n = fc.nat({ max: 5 })
const anyOf = <T extends string>(...words: T[]) => fc.constantFrom(...words)
const event: fc.Arbitrary<Event> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ do: fc.constant('claim' as const) }) },
  {
    weight: 8,
    arbitrary: fc.record({
      do: fc.constant('answer' as const),
      n,
      outcome: anyOf('accepted', 'refused', 'optedOut', 'busy', 'unauthorized', 'ambiguous', 'ambiguous'),
      look: fc.boolean(),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('receipt' as const),
      n,
      status: anyOf('sent', 'delivered', 'undelivered', 'failed'),
      code: fc.constantFrom(null, null, 30_005, 21_610),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('text' as const), body: anyOf('STOP', 'START', 'START') }),
  },
  {
    weight: 5,
    arbitrary: fc.record({ do: fc.constant('wait' as const), seconds: fc.constantFrom(6, 31, 181) }),
  },
  { weight: 4, arbitrary: fc.record({ do: anyOf('maintain', 'maintain', 'restart', 'again') }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('reconcile' as const), known: fc.boolean() }) },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('resolve' as const), n, outcome: anyOf('sent', 'failed') }),
  },
  { weight: 2, arbitrary: fc.record({ do: anyOf('reclaim', 'failQueued'), n }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('campaign' as const),
      verb: anyOf('pause', 'resume', 'resume', 'cancel'),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('erase' as const) }) },
)

const stop: Event = { do: 'text', body: 'STOP' }
const receipt = (status: 'delivered' | 'undelivered' | 'failed'): Event => ({
  do: 'receipt',
  n: 0,
  status,
  code: null,
})
const answer = (outcome: keyof typeof answers, n = 0): Event => ({ do: 'answer', n, outcome, look: n === 1 })
const expired: Event[] = [{ do: 'wait', seconds: 31 }, { do: 'maintain' }]

/** Walked first, so that each move of the drawing is made. Texts: details, reply, first text; the reply is in hand. */
const examples: Event[][] = [
  [receipt('delivered')],
  [{ do: 'failQueued', n: 0 }, receipt('undelivered')],
  [stop, receipt('failed')],
  [{ do: 'claim' }, stop, answer('accepted', 1)],
  ...(['accepted', 'refused', 'busy'] as const).flatMap((outcome) => [
    [answer(outcome)],
    [...expired, answer(outcome)],
  ]),
  [{ do: 'claim' }, { do: 'campaign', verb: 'cancel' }, ...expired, answer('busy', 2)],
]

test('whatever happens to the texts of a number, each moves only as the drawing says', async () => {
  const app = await testApp()
  await watchMoves(app)
  const seen = new Set<string>()
  await fc.assert(
    fc.asyncProperty(fc.array(event, { maxLength: LONGEST, size: 'max' }), async (events) => {
      for (const move of await walkThrough(app, events)) seen.add(move)
    }),
    // The limit ends a shrinking that would go on; the walks themselves take a few seconds.
    {
      seed: SEED,
      numRuns: WALKS,
      examples: examples.map((events): [Event[]] => [events]),
      interruptAfterTimeLimit: 90_000,
    },
  )
  expect(drawn.filter((move) => !seen.has(move))).toEqual([])
}, 150_000)
