import { expect, test } from 'vitest'
import { nextTask, type TaskFacts, tasksOf, waitingText } from './tasks.ts'

const settled: TaskFacts = {
  today: '2026-03-10',
  agreed: true,
  agreedBefore: true,
  listAsOf: '2026-03-01',
  lateFrom: null,
  textsWaiting: false,
  offerWaits: false,
  offerApproved: true,
  questions: 0,
  undecided: 0,
  outstanding: 0,
  unpaid: null,
}
const fresh: TaskFacts = {
  ...settled,
  agreed: false,
  agreedBefore: false,
  listAsOf: null,
  offerApproved: false,
}
const [agree, list] = [{ kind: 'agree', again: false } as const, { kind: 'list', asOf: null } as const]
const unpaid = { number: 1, dueOn: '2026-12-10' }

test.each<[name: string, facts: Partial<TaskFacts>, tasks: ReturnType<typeof tasksOf>]>([
  ['nothing', {}, []],
  ['a new salon', fresh, [agree, list]],
  ['changed terms', { agreed: false }, [{ kind: 'agree', again: true }]],
  ['no list', { listAsOf: null }, [list]],
  ['a list of 14 days', { listAsOf: '2026-02-24' }, []],
  ['a list of 15 days', { listAsOf: '2026-02-23' }, [{ kind: 'list', asOf: '2026-02-23' }]],
  ['an old list while texts wait', { listAsOf: '2026-02-01', textsWaiting: true }, []],
  ['no list while texts wait', { listAsOf: null, textsWaiting: true }, [list]],
  ['an offer', { offerWaits: true }, [{ kind: 'offer' }]],
  ['two questions', { questions: 2 }, [{ kind: 'questions', questions: 2 }]],
  ['three clients', { undecided: 3 }, [{ kind: 'visits', clients: 3 }]],
  [
    'a statement',
    { outstanding: 1350, unpaid: { number: 2, dueOn: '2026-12-10' } },
    [{ kind: 'pay', outstanding: 1350, statement: 2, dueOn: '2026-12-10' }],
  ],
  ['a statement with a credit', { outstanding: -500, unpaid: { number: 2, dueOn: '2026-12-10' } }, []],
  [
    'everything',
    { ...fresh, offerWaits: true, undecided: 1, outstanding: 1, unpaid },
    [
      agree,
      list,
      { kind: 'offer' },
      { kind: 'visits', clients: 1 },
      { kind: 'pay', outstanding: 1, statement: 1, dueOn: '2026-12-10' },
    ],
  ],
])('an owner has to do, with %s', (_, facts, tasks) => {
  expect(tasksOf({ ...settled, ...facts })).toEqual(tasks)
})

test.each<[facts: Partial<TaskFacts>, next: ReturnType<typeof nextTask>]>([
  [fresh, 'agree'],
  [{ ...fresh, agreed: true }, 'list'],
  [{ ...fresh, agreed: true, listAsOf: '2026-03-10', offerWaits: true }, 'offer'],
  [{ offerWaits: true, undecided: 2 }, 'offer'],
  [{ undecided: 2, outstanding: 5, unpaid }, undefined],
  [{}, undefined],
])('a step leads on to the next: %o', (facts, next) => {
  expect(nextTask(tasksOf({ ...settled, ...facts }))).toBe(next)
})

test.each<[facts: Partial<TaskFacts>, words: RegExp]>([
  [{ textsWaiting: true }, /on their way/],
  [{}, /plan the texts/],
  [{ offerApproved: false }, /write your offer/],
])('without a task the page says what happens: %o', (facts, words) => {
  expect(waitingText({ ...settled, ...facts })).toMatch(words)
})
