import { connectPath, pathOf, repliesPath, salonPath } from '../../host/addresses.ts'
import type { TodoKind } from '../salons/todos.ts'
import type { TodayItem } from './contract.ts'

/** The one action of each kind: its label, and the part of the salon's page or the path where it is done. */
const actions: Record<TodoKind, readonly [label: string, place: string]> = {
  receiverOff: ['Look at it', connectPath],
  replies: ['Answer', repliesPath],
  calls: ['See who', 'overview'],
  ownerTexts: ['Answer', pathOf('sms', { filter: 'review' })],
  disputes: ['Decide', 'fees'],
  campaignPaused: ['Look at it', 'campaigns'],
  optOutRequests: ['Decide', pathOf('dash', { show: 'optouts' })],
  ownerNotReached: ['Check number', 'settings'],
  amountUnit: ['Choose', connectPath],
  shopNumbers: ['Look at it', 'visits'],
  optOuts: ['Look at it', 'campaigns'],
  unsentTexts: ['See why', 'campaigns'],
  visits: ['Decide', 'visits'],
  overdue: ['See fees', 'fees'],
  agreement: ['Send it', 'overview'],
  number: ['Get it', 'overview'],
  list: ['Upload', 'clients'],
  offerChanges: ['Change it', 'offer'],
  offerWithOwner: ['Ask again', 'offer'],
  offer: ['Open it', 'offer'],
  statement: ['Issue it', 'fees'],
  listOld: ['Ask', 'clients'],
  listSoonOld: ['Ask', 'clients'],
  canText: ['Start', 'campaigns'],
  monthlyOff: ['Turn on', 'campaigns'],
  nextOffer: ['Open it', 'offer'],
  noEligible: ['See why', 'clients'],
}

export const actionOf = ({ kind }: TodayItem) => actions[kind][0]

/** Where the task is done. */
export function placeOf({ kind, salonId }: TodayItem): string {
  const place = actions[kind][1]
  if (place === repliesPath) return `${repliesPath}?salon=${salonId}`
  return place.startsWith('/') || salonId === null ? place : salonPath(salonId, place)
}
