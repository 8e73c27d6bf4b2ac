import { count, plural } from '../../formats.ts'
import type { TodoKind } from '../salons/todos.ts'
import type { TodayItem } from './contract.ts'

/** The groups of the list Today in the order of harm and money. */
export const groupLabels = {
  harm: 'Opt-outs and pauses',
  replies: 'Replies',
  owners: 'Owners and callers',
  visits: 'Visits',
  disputes: 'Disputes',
  money: 'Money',
  lists: 'Lists',
  texts: 'Ready to text',
  setup: 'Setup',
} as const

export type GroupId = keyof typeof groupLabels
const groupIds = Object.keys(groupLabels) as GroupId[]

/** The group of each kind; the kinds of a group in the order of its rows. */
const groupOf: Record<TodoKind, GroupId> = {
  optOuts: 'harm',
  campaignPaused: 'harm',
  optOutRequests: 'harm',
  unsentTexts: 'harm',
  replies: 'replies',
  ownerTexts: 'owners',
  offerChanges: 'owners',
  calls: 'owners',
  visits: 'visits',
  shopNumbers: 'visits',
  disputes: 'disputes',
  overdue: 'money',
  statement: 'money',
  amountUnit: 'money',
  listSoonOld: 'lists',
  listOld: 'lists',
  list: 'lists',
  canText: 'texts',
  monthlyOff: 'texts',
  nextOffer: 'texts',
  receiverOff: 'setup',
  ownerNotReached: 'setup',
  noEligible: 'setup',
  agreement: 'setup',
  number: 'setup',
  offerWithOwner: 'setup',
  offer: 'setup',
}
const kinds = Object.keys(groupOf)

export interface Group {
  id: GroupId
  items: [TodayItem, ...TodayItem[]]
  text: string
  /** Since when the oldest of its items waits; null: not known. */
  since: string | null
}

/** The items by group, without groups that have none. */
export function groupsOf(items: readonly TodayItem[]): Group[] {
  return groupIds.flatMap((id): Group[] => {
    const [first, ...rest] = items
      .filter(({ kind }) => groupOf[kind] === id)
      .sort((one, other) => kinds.indexOf(one.kind) - kinds.indexOf(other.kind))
    if (!first) return []
    const [since = null] = [first, ...rest].flatMap((item) => item.since ?? []).sort()
    return [{ id, items: [first, ...rest], text: texts[id]([first, ...rest]), since }]
  })
}

const ofKind = (items: readonly TodayItem[], kind: TodoKind) => items.filter((item) => item.kind === kind)

const sumOf = (items: readonly TodayItem[]) => items.reduce((sum, item) => sum + (item.count ?? 0), 0)

const salonsOf = (items: readonly TodayItem[]) =>
  plural(new Set(items.map(({ salonId }) => salonId)).size, 'salon')

/** `2 overdue statements, 9 salons to bill`, without what there is none of. */
const listed = (...parts: [value: number, one: string, many?: string][]) =>
  parts.flatMap(([value, one, many]) => (value > 0 ? plural(value, one, many) : [])).join(', ')

const texts: Record<GroupId, (items: readonly TodayItem[]) => string> = {
  harm: (items) => {
    const paused = sumOf(ofKind(items, 'campaignPaused'))
    const requests = sumOf(ofKind(items, 'optOutRequests'))
    return listed(
      [
        ofKind(items, 'optOuts').length,
        'campaign with too many opt-outs',
        'campaigns with too many opt-outs',
      ],
      [paused, 'paused campaign'],
      [requests, 'opt-out to decide', 'opt-outs to decide'],
      [sumOf(ofKind(items, 'unsentTexts')), 'text that did not leave', 'texts that did not leave'],
    )
  },
  replies: (items) => `${count(sumOf(items))} wait at ${salonsOf(items)}`,
  owners: (items) => {
    const questions = sumOf(ofKind(items, 'ownerTexts')) + ofKind(items, 'offerChanges').length
    return listed(
      [questions, 'question of an owner', 'questions of owners'],
      [sumOf(ofKind(items, 'calls')), 'client to call', 'clients to call'],
    )
  },
  visits: (items) => {
    const numbers = sumOf(ofKind(items, 'shopNumbers'))
    const parts = listed(
      [sumOf(ofKind(items, 'visits')), 'visit to decide', 'visits to decide'],
      [numbers, 'unclear number'],
    )
    return `${parts} at ${salonsOf(items)}`
  },
  disputes: (items) => `${count(sumOf(items))} to decide at ${salonsOf(items)}`,
  money: (items) =>
    listed(
      [sumOf(ofKind(items, 'overdue')), 'overdue statement'],
      [ofKind(items, 'statement').length, 'salon to bill', 'salons to bill'],
      [ofKind(items, 'amountUnit').length, 'key with unclear amounts', 'keys with unclear amounts'],
    ),
  lists: (items) =>
    listed(
      [
        ofKind(items, 'listSoonOld').length,
        'list will be too old within 5 days',
        'lists will be too old within 5 days',
      ],
      [ofKind(items, 'listOld').length, 'list is too old', 'lists are too old'],
      [ofKind(items, 'list').length, 'salon without a list', 'salons without a list'],
    ),
  texts: (items) =>
    items.some((item) => item.count === null)
      ? salonsOf(items)
      : `${salonsOf(items)}, ${plural(sumOf(items), 'client')}`,
  setup: (items) => `Waits at ${salonsOf(items)}`,
}
