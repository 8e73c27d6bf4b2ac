import { expect, test } from 'vitest'
import { lastAskDay, nextAskDay, nextStep, type ProgrammeFacts } from './nextStep.ts'

test.each([
  ['2026-03-10', 1, '2026-03-01'],
  ['2026-03-10', 10, '2026-03-10'],
  ['2026-03-10', 11, '2026-02-11'],
  ['2026-03-01', 28, '2026-02-28'],
  ['2026-01-05', 28, '2025-12-28'],
])('on %s the last ask day %i was %s', (today, askDay, expected) => {
  expect(lastAskDay(today, askDay)).toBe(expected)
})

test.each([
  ['2026-03-10', '2026-03-10', undefined, '2026-03-10'],
  ['2026-03-12', '2026-03-11', undefined, '2026-04-10'],
  ['2026-03-12', '2026-02-01', '2026-02-10', '2026-03-12'],
  ['2026-03-12', '2026-02-01', '2026-03-10', '2026-04-10'],
])(
  'on %s, turned on %s and last asked for %s, the next ask day is %s',
  (today, runningFrom, lastAskedFor, next) => {
    expect(nextAskDay({ today, askDay: 10, runningFrom, lastAskedFor })).toBe(next)
  },
)

const facts: ProgrammeFacts = {
  today: '2026-03-10',
  askDay: 10,
  runningFrom: '2026-02-20',
  wave: null,
  requestsInMonth: 0,
  listAsOf: null,
  feedAsOf: null,
}
const asking = (requests: number, firstAskedOn = '2026-03-10') => ({
  wave: { askedFor: '2026-03-10', state: 'asking' as const, firstAskedOn, requests },
  requestsInMonth: requests,
})
const feedOn = (day: string) => ({ feedAsOf: day, today: day })
const done = (state: 'started' | 'skipped') => ({
  wave: { askedFor: '2026-03-10', state, firstAskedOn: '2026-03-10', requests: 1 },
})

test.each<[string, Partial<ProgrammeFacts>, string | null]>([
  ['the first ask day', {}, 'ask 2026-03-10'],
  ['a weekend after it', { today: '2026-03-12' }, 'ask 2026-03-10'],
  ['the day before it', { today: '2026-03-09' }, null],
  ['turned on after it', { today: '2026-03-12', runningFrom: '2026-03-11' }, null],
  ['turned on that day', { runningFrom: '2026-03-10' }, 'ask 2026-03-10'],
  ['a fresh list on the ask day', { listAsOf: '2026-03-01' }, 'start 2026-03-10 list'],
  ['a list that is 14 days old tomorrow', { listAsOf: '2026-02-24' }, 'ask 2026-03-10'],
  ['a fresh list before the ask day', { today: '2026-03-09', listAsOf: '2026-03-01' }, null],
  ['3 days after the request', { ...asking(1), today: '2026-03-13' }, null],
  ['4 days after it', { ...asking(1), today: '2026-03-14' }, 'ask 2026-03-10'],
  ['8 days after it', { ...asking(2), today: '2026-03-18' }, null],
  ['9 days after it', { ...asking(2), today: '2026-03-19' }, 'ask 2026-03-10'],
  ['after three requests', { ...asking(3), today: '2026-03-30' }, null],
  ['a late list', { ...asking(3), today: '2026-04-02', listAsOf: '2026-04-01' }, 'start 2026-03-10 list'],
  ['the next month', { ...asking(3), requestsInMonth: 0, today: '2026-04-10' }, 'ask 2026-04-10'],
  ['a fourth request in a month', { ...asking(3), today: '2026-03-31', askDay: 28 }, null],
  ['a wave of this month', { ...done('started'), today: '2026-03-20', listAsOf: '2026-03-19' }, null],
  ['a skipped one', { ...done('skipped'), today: '2026-03-20' }, null],
  [
    'a new list after a skipped one',
    { ...done('skipped'), today: '2026-03-20', listAsOf: '2026-03-19' },
    'start 2026-03-10 list',
  ],
  ['a feed after a skipped one', { ...done('skipped'), ...feedOn('2026-03-20') }, null],
  ['the month after a wave', { ...done('started'), today: '2026-04-10' }, 'ask 2026-04-10'],
  ['a feed on the ask day', { feedAsOf: '2026-03-10' }, 'start 2026-03-10 feed'],
  ['a feed that sent something 13 days ago', { feedAsOf: '2026-02-25' }, 'start 2026-03-10 feed'],
  ['a feed that was silent for 14 days', { feedAsOf: '2026-02-24' }, 'ask 2026-03-10'],
  ['a feed the day before the ask day', { feedAsOf: '2026-03-08', today: '2026-03-09' }, null],
  ['a feed that begins after a request', { ...asking(1), ...feedOn('2026-03-12') }, 'start 2026-03-10 feed'],
  ['a feed and a fresh list', { feedAsOf: '2026-03-10', listAsOf: '2026-03-09' }, 'start 2026-03-10 list'],
  ['a feed and an old list', { feedAsOf: '2026-03-10', listAsOf: '2026-01-09' }, 'start 2026-03-10 feed'],
  ['a feed after a wave', { ...done('started'), ...feedOn('2026-03-20') }, null],
  ['a feed a month later', { ...done('started'), ...feedOn('2026-04-10') }, 'start 2026-04-10 feed'],
])('%s', (_, changes, expected) => {
  const step = nextStep({ ...facts, ...changes })
  const dates = step?.kind === 'start' ? ` ${step.dates}` : ''
  expect(step && `${step.kind} ${step.askedFor}${dates}`).toBe(expected)
})

test('over two years no month has more than three requests, whatever the ask day', () => {
  for (let askDay = 1; askDay <= 28; askDay++) {
    const asked: string[] = []
    let wave = null as ProgrammeFacts['wave']
    for (let day = 0; day < 730; day++) {
      const at = new Date(Date.UTC(2026, 0, 1 + day))
      // Requests leave from Monday to Friday.
      if ([0, 6].includes(at.getUTCDay())) continue
      const today = at.toISOString().slice(0, 10)
      const requestsInMonth = asked.filter((one) => one.slice(0, 7) === today.slice(0, 7)).length
      const step = nextStep({ ...facts, today, askDay, runningFrom: '2026-01-01', wave, requestsInMonth })
      if (step?.kind !== 'ask') continue
      asked.push(today)
      const isNext: boolean = wave?.askedFor === step.askedFor
      wave = {
        askedFor: step.askedFor,
        state: 'asking',
        firstAskedOn: isNext ? (wave?.firstAskedOn ?? today) : today,
        requests: isNext ? (wave?.requests ?? 0) + 1 : 1,
      }
    }
    const months = asked.map((one) => one.slice(0, 7))
    for (const month of new Set(months))
      expect(months.filter((one) => one === month).length).toBeLessThanOrEqual(3)
    expect(asked.length).toBeGreaterThan(60)
  }
})
