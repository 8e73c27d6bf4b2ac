import type { RefreshedCall } from '../../kit/data.ts'

/** What shows money: loaded again after each action on it. `salons.list` covers all pages of salons. */
export const moneyCalls: RefreshedCall[] = [
  ['billing', 'open'],
  ['billing', 'preview'],
  ['billing', 'month'],
  ['salons', 'list'],
  ['today', 'list'],
]
