import { expect, test } from 'vitest'
import type { TodoKind } from '../salons/todos.ts'
import type { TodayItem } from './contract.ts'
import { groupsOf } from './groups.ts'

const item = (
  kind: TodoKind,
  salon: number,
  count: number | null = 1,
  since: string | null = null,
): TodayItem => ({
  salonId: `5d6ff7a0-0000-4000-8000-00000000000${salon}`,
  salonName: `Salon ${salon}`,
  kind,
  text: '',
  since,
  count,
})

const cases: [TodayItem[], string][] = [
  [[item('replies', 1, 70), item('replies', 2, 7)], 'replies: 77 wait at 2 salons'],
  [[item('optOuts', 1)], 'harm: 1 campaign with too many opt-outs'],
  [
    [item('campaignPaused', 1, 2), item('optOuts', 1), item('optOutRequests', 2, 3)],
    'harm: 1 campaign with too many opt-outs, 2 paused campaigns, 3 opt-outs to decide',
  ],
  [
    [item('calls', 1, 2), item('offerChanges', 1), item('ownerTexts', 2, 4)],
    'owners: 5 questions of owners, 2 clients to call',
  ],
  [[item('visits', 1, 5), item('visits', 2, 3)], 'visits: 8 visits to decide at 2 salons'],
  [[item('visits', 1, 5), item('shopNumbers', 1)], 'visits: 5 visits to decide, 1 unclear number at 1 salon'],
  [[item('disputes', 1, 2)], 'disputes: 2 to decide at 1 salon'],
  [
    [item('overdue', 1, 2), item('statement', 2), item('statement', 3)],
    'money: 2 overdue statements, 2 salons to bill',
  ],
  [
    [item('list', 1), item('listSoonOld', 2), item('listOld', 3), item('listOld', 4)],
    'lists: 1 list will be too old within 5 days, 2 lists are too old, 1 salon without a list',
  ],
  [[item('canText', 1, 175), item('nextOffer', 2, 175)], 'texts: 2 salons, 350 clients'],
  [[item('canText', 1, 175), item('canText', 2, null)], 'texts: 2 salons'],
  [[item('agreement', 1), item('noEligible', 2)], 'setup: Waits at 2 salons'],
]
test.each(cases)('the items %# are one group with its words', (items, words) => {
  expect(groupsOf(items).map(({ id, text }) => `${id}: ${text}`)).toEqual([words])
})

test('groups stand in the order of harm and money, with the oldest time of their items', () => {
  const items = [
    item('number', 1),
    item('canText', 1),
    item('list', 1),
    item('statement', 1),
    item('disputes', 1),
    item('visits', 1),
    item('calls', 1),
    item('replies', 1, 2, '2026-11-20T09:00:00.000Z'),
    item('replies', 2, 2, '2026-11-19T09:00:00.000Z'),
    item('optOuts', 1),
  ]
  const groups = groupsOf(items)
  expect(groups.map(({ id }) => id).join()).toBe(
    'harm,replies,owners,visits,disputes,money,lists,texts,setup',
  )
  expect(groups[1]?.since).toBe('2026-11-19T09:00:00.000Z')
})
