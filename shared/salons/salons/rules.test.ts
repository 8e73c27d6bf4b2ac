import { expect, test } from 'vitest'
import { countryDefaults, countryOfNumber, nextStepOf, slugOf, timeZones } from './rules.ts'

const nothingDone = {
  agreement: false,
  sender: false,
  list: false,
  consent: false,
  offer: false,
  campaign: false,
}
const salon = {
  state: 'setup' as const,
  checklist: nothingDone,
  offerState: null,
  ownerName: 'Aoife Byrne',
  clients: 0,
  repliesWaiting: 0,
  campaignsRunning: 0,
  callsWaiting: 0,
  owed: 0,
  later: 0,
  outstanding: 0,
  disputesOpen: 0,
}
const done = (...steps: (keyof typeof nothingDone)[]) => ({
  ...nothingDone,
  ...Object.fromEntries(steps.map((step) => [step, true])),
})

test.each([
  [{}, 'Send the agreement to Aoife'],
  [{ checklist: done('agreement') }, 'Get a number'],
  [{ checklist: done('agreement', 'sender') }, 'Upload a list'],
  [{ checklist: done('agreement', 'sender', 'list') }, 'Write the offer'],
  [
    { checklist: done('agreement', 'sender', 'list'), offerState: 'draft' as const },
    'Send the offer to Aoife',
  ],
  [
    { checklist: done('agreement', 'sender', 'list'), offerState: 'with_owner' as const },
    'Offer waits for Aoife',
  ],
  [
    { checklist: done('agreement', 'sender', 'list'), offerState: 'changes_requested' as const },
    'Aoife asks for changes to the offer',
  ],
  [{ checklist: done('agreement', 'sender', 'list'), offerState: 'expired' as const }, 'Write the offer'],
  [{ checklist: done('agreement', 'sender', 'list', 'offer') }, 'Start a campaign'],
  [
    { checklist: done('agreement', 'sender', 'list', 'offer'), offerState: 'with_owner' as const },
    'Start a campaign',
  ],
  [{ checklist: done('agreement', 'sender', 'list', 'offer'), campaignsRunning: 1 }, 'Campaign is running'],
  [{ repliesWaiting: 1 }, '1 reply waits'],
  [{ repliesWaiting: 3, state: 'paused' as const }, '3 replies wait'],
  [{ callsWaiting: 1 }, '1 client asks to be called'],
  [{ callsWaiting: 2, state: 'paused' as const }, '2 clients ask to be called'],
  [{ callsWaiting: 2, repliesWaiting: 1 }, '1 reply waits'],
  [{ state: 'paused' as const }, 'Paused'],
  [{ state: 'closed' as const, repliesWaiting: 3 }, 'Closed'],
  [{ disputesOpen: 1 }, '1 dispute waits'],
  [{ disputesOpen: 2, owed: 1350, state: 'paused' as const }, '2 disputes wait'],
  [{ disputesOpen: 1, repliesWaiting: 1 }, '1 reply waits'],
  [{ owed: 1350 }, 'Send the agreement to Aoife'],
  [{ checklist: done('agreement', 'sender', 'list', 'offer'), owed: 1350 }, 'Issue a statement'],
  [{ state: 'paused' as const, owed: 1350 }, 'Issue a statement'],
  [{ state: 'closed' as const, owed: 1350 }, 'Issue a statement'],
  [{ state: 'closed' as const, owed: -1350 }, 'Closed'],
])('the next step of %o is %s', (changes, step) => {
  expect(nextStepOf({ ...salon, ...changes })).toBe(step)
})

test.each([
  ['Glow & Co.', 'glow-co'],
  ['Siobhán’s Brows', 'siobhan-s-brows'],
  ['沙龙', 'salon'],
])('the address part of %s is %s', (name, slug) => {
  expect(slugOf(name)).toBe(slug)
})

test.each([
  ['+447700900204', 'GB'],
  ['+353209120142', 'IE'],
  ['+12065550167', 'US'],
  ['+4915112345678', 'GB'],
])('the country of %s is %s', (phone, country) => {
  expect(countryOfNumber(phone)).toBe(country)
})

test('each country’s first time zone is its default, and all of them exist', () => {
  const countries = Object.keys(timeZones) as (keyof typeof timeZones)[]
  expect(countries.map((country) => timeZones[country][0]?.[0])).toEqual(
    countries.map((country) => countryDefaults[country].timeZone),
  )
  const zones = Object.values(timeZones).flatMap((list) => list.map(([zone]) => zone))
  expect(() => zones.map((timeZone) => new Intl.DateTimeFormat('en', { timeZone }))).not.toThrow()
})
