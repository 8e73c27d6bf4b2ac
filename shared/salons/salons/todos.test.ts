import { expect, test } from 'vitest'
import type { OfferState } from './contract.ts'
import { nextStepOf, type SalonFacts, textStepOf, textTodo, todosOf } from './todos.ts'

const NOW = new Date('2026-11-26T12:00:00.000Z')
const TODAY = '2026-11-26'
const at = (day: string) => `${day}T09:00:00.000Z`
const some = (count: number, day = '2026-11-20') => ({ count, since: at(day) })
const none = { count: 0, since: null }

/** A new salon, for which nothing is done. */
const fresh: SalonFacts = {
  state: 'setup',
  ownerName: 'Aoife Byrne',
  createdAt: at('2026-11-01'),
  agreed: false,
  hasSender: false,
  hasApprovedOffer: false,
  hasOfferToSend: false,
  monthly: null,
  late: null,
  unsent: { count: 0, since: null },
  replies: none,
  calls: none,
  disputes: none,
  visits: none,
  overdue: none,
  campaignsRunning: 0,
  campaignsPaused: 0,
  optOuts: null,
  offer: null,
  listAsOf: null,
  listRequests: null,
  unreachedAt: null,
  owed: 0,
}
const listed: Partial<SalonFacts> = { agreed: true, hasSender: true, listAsOf: '2026-11-20' }
const offer = (state: OfferState, day = '2026-11-25') => ({ offer: { state, since: at(day) } })
/** Can start a campaign. */
const approved = { ...offer('approved'), hasApprovedOffer: true, hasOfferToSend: true }
const ready: Partial<SalonFacts> = { ...listed, ...approved, state: 'ready' }

/** A campaign has used the approval up. */
const used: Partial<SalonFacts> = { ...ready, hasOfferToSend: false }

const lateOn = (listEndsOn: string) => ({ texts: 96, listEndsOn, askedAt: null })

const cases: [Partial<SalonFacts>, string][] = [
  [{}, 'Send the agreement to Aoife'],
  [{ agreed: true }, 'Get a number'],
  [{ agreed: true, hasSender: true }, 'Upload a list'],
  [listed, 'Write the offer'],
  [{ ...listed, ...offer('draft') }, 'Send the offer to Aoife'],
  [{ ...listed, ...offer('with_owner') }, 'Offer waits for Aoife'],
  [{ ...listed, ...offer('changes_requested') }, 'Aoife asks for changes to the offer'],
  [{ ...listed, ...offer('expired') }, 'Write the offer'],
  [ready, 'Start a campaign'],
  [{ ...ready, ...offer('with_owner') }, 'Start a campaign'],
  [{ ...ready, ...offer('with_owner', '2026-11-20') }, 'Offer waits for Aoife'],
  [{ ...ready, ...offer('draft') }, 'Start a campaign'],
  [{ ...ready, campaignsRunning: 1 }, 'Campaign is running'],
  [used, 'Write the next offer'],
  [{ ...used, monthly: 'off' }, 'Turn the monthly texts on'],
  [{ ...used, monthly: 'running' }, 'Monthly texts are on'],
  [{ ...used, monthly: 'paused' }, 'Aoife paused the monthly texts'],
  [{ ...ready, monthly: 'running' }, 'Start a campaign'],
  [{ ...used, campaignsRunning: 1 }, 'Campaign is running'],
  [{ ...used, ...offer('draft') }, 'Send the next offer to Aoife'],
  [{ ...used, ...offer('with_owner') }, 'Offer waits for Aoife'],
  [{ ...used, owed: 1350 }, 'Issue a statement'],
  [{ ...ready, campaignsPaused: 1 }, '1 campaign is paused'],
  [{ ...ready, campaignsPaused: 2, campaignsRunning: 1 }, '2 campaigns are paused'],
  [{ ...ready, campaignsRunning: 1, optOuts: { texts: 100, count: 2 } }, 'Campaign is running'],
  [
    { ...ready, optOuts: { texts: 100, count: 3 }, campaignsRunning: 1 },
    '3.0% of the texted clients opted out',
  ],
  [{ ...ready, unreachedAt: at('2026-11-20') }, 'Aoife was not reached: no monthly texts'],
  [{ ...ready, unreachedAt: at('2026-11-20'), state: 'paused' }, 'Paused'],
  [{ ...ready, visits: some(5) }, '5 visits to decide'],
  [{ ...ready, visits: some(1), owed: 1350 }, '1 visit to decide'],
  [{ ...ready, overdue: some(1) }, '1 statement is overdue'],
  [{ ...ready, overdue: some(2), owed: 1350 }, '2 statements are overdue'],
  [{ ...ready, listAsOf: '2026-11-17' }, 'Start a campaign'],
  [{ ...ready, listAsOf: '2026-11-16' }, 'Ask Aoife for a new list'],
  [{ ...ready, campaignsRunning: 1, late: lateOn('2026-12-03') }, 'Campaign is running'],
  [{ ...ready, late: lateOn('2026-11-30') }, '96 texts need a new list from Aoife by 30 Nov 2026'],
  [
    { ...ready, late: lateOn('2026-11-30'), listRequests: 1 },
    '96 texts need a new list from Aoife by 30 Nov 2026',
  ],
  [{ ...ready, unsent: some(28) }, '28 texts did not leave'],
  [{ ...ready, unsent: some(28), state: 'paused' }, 'Paused'],
  [{ ...ready, listAsOf: '2026-11-01', listRequests: 2 }, 'Start a campaign'],
  [{ ...ready, listAsOf: '2026-11-01', listRequests: 3 }, 'Aoife has sent no list after 3 requests'],
  [
    { ...ready, listAsOf: null, monthly: 'running', listRequests: 3 },
    'Aoife has sent no list after 3 requests',
  ],
  [{ ...ready, listAsOf: '2026-11-15', owed: 1350 }, 'Issue a statement'],
  [{ replies: some(1) }, '1 reply waits'],
  [{ replies: some(3), state: 'paused' }, '3 replies wait'],
  [{ calls: some(1) }, '1 client asks to be called'],
  [{ calls: some(2), state: 'paused' }, '2 clients ask to be called'],
  [{ calls: some(2), replies: some(1) }, '1 reply waits'],
  [{ state: 'paused' }, 'Paused'],
  [{ ...ready, state: 'paused', campaignsPaused: 1 }, 'Paused'],
  [{ ...ready, state: 'paused', visits: some(2) }, '2 visits to decide'],
  [{ state: 'closed', replies: some(3) }, 'Closed'],
  [{ state: 'closed', overdue: some(1) }, '1 statement is overdue'],
  [{ disputes: some(1) }, '1 dispute waits'],
  [{ disputes: some(2), owed: 1350, state: 'paused' }, '2 disputes wait'],
  [{ disputes: some(1), replies: some(1) }, '1 reply waits'],
  [{ owed: 1350 }, 'Send the agreement to Aoife'],
  [{ ...ready, owed: 1350 }, 'Issue a statement'],
  [{ state: 'paused', owed: 1350 }, 'Issue a statement'],
  [{ state: 'closed', owed: 1350 }, 'Issue a statement'],
  [{ state: 'closed', owed: -1350 }, 'Closed'],
]
test.each(cases)('the next step of %o is %s', (changes, step) => {
  expect(nextStepOf({ ...fresh, ...changes }, NOW, TODAY)).toBe(step)
})

const dueOf = (changes: Partial<SalonFacts>) =>
  todosOf({ ...fresh, ...changes }, NOW, TODAY).flatMap(({ kind, since, isDue }) =>
    isDue ? [[kind, since]] : [],
  )

test('what is due today has its time, the most urgent first', () => {
  const busy = { replies: some(2), visits: some(5), overdue: some(1, '2026-11-19'), owed: 1350 }
  expect(dueOf({ ...ready, ...busy, listAsOf: '2026-11-01' })).toEqual([
    ['replies', at('2026-11-20')],
    ['visits', at('2026-11-20')],
    ['overdue', at('2026-11-19')],
    ['listOld', '2026-11-01T00:00:00.000Z'],
  ])
})

test.each([
  ['an offer that waits for 3 days', { ...listed, ...offer('with_owner', '2026-11-24') }, []],
  [
    'a longer one',
    { ...listed, ...offer('with_owner', '2026-11-22') },
    [['offerWithOwner', at('2026-11-22')]],
  ],
  ['a missing agreement', {}, [['agreement', at('2026-11-01')]]],
  ['money of this month', { ...ready, owed: 1350, owedSince: '2026-11-01' }, []],
  [
    'money of a month that can be billed',
    { ...ready, owed: 1350, owedSince: '2026-10-31' },
    [['statement', '2026-10-31T00:00:00.000Z']],
  ],
  [
    'a list that can be used for 4 more days',
    { ...ready, listAsOf: '2026-11-16' },
    [['listSoonOld', '2026-11-16T00:00:00.000Z']],
  ],
  [
    'the last day of a list',
    { ...ready, listAsOf: '2026-11-12' },
    [['listSoonOld', '2026-11-12T00:00:00.000Z']],
  ],
  ['the day after it', { ...ready, listAsOf: '2026-11-11' }, [['listOld', '2026-11-11T00:00:00.000Z']]],
  [
    'a list that the owner was asked for lately',
    { ...ready, listAsOf: '2026-11-11', listAskedAt: at('2026-11-24') },
    [],
  ],
  [
    'a first list that the owner was asked for lately',
    { agreed: true, hasSender: true, listAskedAt: at('2026-11-24') },
    [],
  ],
  [
    'a first list that the owner was asked for long ago',
    { agreed: true, hasSender: true, listAskedAt: at('2026-11-22') },
    [['list', null]],
  ],
  ['texts of the owner', { ...ready, ownerTexts: some(2) }, [['ownerTexts', at('2026-11-20')]]],
  ['a salon that can start a campaign', ready, []],
])('due today of %s', (_, changes, due) => expect(dueOf(changes)).toEqual(due))

const few = { clients: 200, eligible: 175 }
test.each<[string, Partial<SalonFacts>, { clients: number; eligible: number | null }, string | null]>([
  ['an approved offer', ready, few, 'canText: 175 clients could be texted now'],
  [
    'clients not counted yet',
    ready,
    { clients: 1001, eligible: null },
    'canText: Clients could be texted now',
  ],
  ['no eligible client', ready, { clients: 200, eligible: 0 }, 'noEligible: No client may be texted now'],
  ['an empty list', used, { clients: 0, eligible: 0 }, 'noEligible: No client is on the list'],
  ['a used offer, and all were texted', used, { clients: 200, eligible: 0 }, null],
  ['a used offer', used, few, 'nextOffer: 175 clients could be texted. Write the next offer'],
  [
    'a used offer and a draft',
    { ...used, ...offer('draft') },
    few,
    'nextOffer: 175 clients could be texted. Send the next offer to Aoife',
  ],
  ['a used offer and one with the owner', { ...used, ...offer('with_owner') }, few, null],
  [
    'monthly texts that are off',
    { ...used, monthly: 'off' },
    few,
    'monthlyOff: 175 clients could be texted. Turn the monthly texts on',
  ],
  ['monthly texts that run', { ...used, monthly: 'running' }, few, null],
  ['a running campaign', { ...ready, campaignsRunning: 1 }, few, null],
  ['a paused campaign', { ...ready, campaignsPaused: 1 }, few, null],
  ['a paused salon', { ...ready, state: 'paused' }, few, null],
  ['terms that the owner has not accepted', { ...ready, agreed: false }, few, null],
  ['a list that is too old', { ...ready, listAsOf: '2026-11-11' }, few, null],
])('who could be texted with %s', (_, changes, counts, words) => {
  const facts = { ...fresh, ...changes }
  const step = textStepOf(facts, TODAY)
  const todo = step && textTodo(facts, step, counts)
  expect(todo && `${todo.kind}: ${todo.text}`).toBe(words)
})
