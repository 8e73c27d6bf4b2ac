import { expect, test } from 'vitest'
import { nextSalonWindow, salonWindow } from './sendWindow.ts'

const usual = '08:00-21:00'
const london = { timeZone: 'Europe/London' }
const dublin = { timeZone: 'Europe/Dublin' }
const newYork = { timeZone: 'America/New_York' }
const losAngeles = { timeZone: 'America/Los_Angeles' }
const chicago = { timeZone: 'America/Chicago' }
const puertoRico = { timeZone: 'America/Puerto_Rico' }
const honolulu = { timeZone: 'Pacific/Honolulu' }

const gb = '+447700900142'
const ie = '+353209133962'
const ny = '+12125550142'
const ri = '+14015550142'
const tx = '+15125550142'
const hawaii = '+18085550142'
const tollFree = '+18885550142'

type Salon = typeof london
const text = (at: Date | null) => at?.toISOString().slice(0, 16) ?? null
const window = (salon: Salon, phone: string, now: string, hours = usual) => {
  const { open, opensAt, closesAt } = salonWindow(salon, phone, hours, new Date(`${now}Z`))
  return open ? `until ${text(closesAt)}` : `from ${text(opensAt)}`
}

test.each<[string, Salon, string, string, string]>([
  // Tuesday to Saturday, 10:00 to 18:00.
  ['before Tuesday opens', london, gb, '2026-01-13T09:59', 'from 2026-01-13T10:00'],
  ['Tuesday opens', london, gb, '2026-01-13T10:00', 'until 2026-01-13T18:00'],
  ['the last minute', london, gb, '2026-01-13T17:59', 'until 2026-01-13T18:00'],
  ['a text that misses today waits for tomorrow', london, gb, '2026-01-13T18:00', 'from 2026-01-14T10:00'],
  ['Friday night', london, gb, '2026-01-16T23:00', 'from 2026-01-17T10:00'],
  ['Saturday', london, gb, '2026-01-17T17:59', 'until 2026-01-17T18:00'],
  ['Saturday night waits for Tuesday', london, gb, '2026-01-17T18:00', 'from 2026-01-20T10:00'],
  ['Sunday', london, gb, '2026-01-18T12:00', 'from 2026-01-20T10:00'],
  ['Monday', london, gb, '2026-01-19T12:00', 'from 2026-01-20T10:00'],
  ['British summer time', london, gb, '2026-07-14T09:00', 'until 2026-07-14T17:00'],
  ['Dublin winter', dublin, ie, '2026-01-13T09:59', 'from 2026-01-13T10:00'],
  ['Dublin summer', dublin, ie, '2026-07-14T08:59', 'from 2026-07-14T09:00'],
  ['a British number of a Dublin salon', dublin, gb, '2026-07-14T16:59', 'until 2026-07-14T17:00'],
  ['New York winter', newYork, ny, '2026-01-13T15:00', 'until 2026-01-13T23:00'],
  ['New York summer', newYork, ny, '2026-07-14T14:00', 'until 2026-07-14T22:00'],
  ['Saturday in Los Angeles is Sunday in UTC', losAngeles, ny, '2026-01-18T01:59', 'until 2026-01-18T02:00'],
  ['Tuesday in Honolulu is Wednesday in UTC', honolulu, hawaii, '2026-01-14T03:59', 'until 2026-01-14T04:00'],
  // Clock changes.
  ['London, forward on Sunday', london, gb, '2026-03-28T18:00', 'from 2026-03-31T09:00'],
  ['London, back on Sunday', london, gb, '2026-10-24T17:00', 'from 2026-10-27T10:00'],
  ['Dublin, forward', dublin, ie, '2026-03-28T18:00', 'from 2026-03-31T09:00'],
  ['Dublin, back', dublin, ie, '2026-10-24T17:00', 'from 2026-10-27T10:00'],
  ['New York, forward', newYork, ny, '2026-03-07T23:00', 'from 2026-03-10T14:00'],
  ['New York, back', newYork, ny, '2026-10-31T22:00', 'from 2026-11-03T15:00'],
  ['London and New York on winter time', london, ny, '2026-03-03T10:00', 'from 2026-03-03T13:00'],
  ['only New York on summer time', london, ny, '2026-03-10T10:00', 'from 2026-03-10T12:00'],
  ['only London on winter time', london, ny, '2026-10-27T10:00', 'from 2026-10-27T12:00'],
  ['London and New York on summer time', london, ny, '2026-07-14T09:00', 'from 2026-07-14T12:00'],
  // Within the legal hours of the number.
  ['New York, until 21:00', losAngeles, ny, '2026-01-13T18:00', 'until 2026-01-14T02:00'],
  ['Connecticut, until 20:00', losAngeles, '+12035550142', '2026-01-13T18:00', 'until 2026-01-14T01:00'],
  ['Florida, until 20:00', losAngeles, '+13055550142', '2026-01-13T18:00', 'until 2026-01-14T01:00'],
  ['Maryland, until 20:00', losAngeles, '+14105550142', '2026-01-13T18:00', 'until 2026-01-14T01:00'],
  ['New Jersey, until 20:00', losAngeles, '+12015550142', '2026-01-13T18:00', 'until 2026-01-14T01:00'],
  ['Rhode Island, until 18:00', losAngeles, ri, '2026-01-13T18:00', 'until 2026-01-13T23:00'],
  ['Rhode Island waits for the next day', losAngeles, ri, '2026-01-13T23:00', 'from 2026-01-14T18:00'],
  ['Rhode Island on Saturday evening', losAngeles, ri, '2026-01-17T23:00', 'from 2026-01-20T18:00'],
  ['Mississippi, until 20:00', honolulu, '+16015550142', '2026-01-13T20:00', 'until 2026-01-14T02:00'],
  ['Oklahoma, until 20:00', honolulu, '+14055550142', '2026-01-13T20:00', 'until 2026-01-14T02:00'],
  ['Texas, until 21:00', honolulu, tx, '2026-01-13T20:00', 'until 2026-01-14T03:00'],
  ['Washington, until 20:00', honolulu, '+12065550142', '2026-01-13T20:00', 'until 2026-01-14T04:00'],
  ['Texas, from 9:00', puertoRico, tx, '2026-01-13T14:00', 'from 2026-01-13T15:00'],
  ['Illinois, from 8:00', puertoRico, '+13125550142', '2026-01-13T14:00', 'until 2026-01-13T22:00'],
  ['Texas on Sunday waits for Tuesday', chicago, tx, '2026-01-18T19:00', 'from 2026-01-20T16:00'],
  ['two time zones: Idaho', newYork, '+12085550142', '2026-01-13T15:00', 'from 2026-01-13T16:00'],
  ['unknown area code: 9:00 in Hawaii', newYork, '+19995550142', '2026-01-13T15:00', 'from 2026-01-13T19:00'],
  ['toll-free: 18:00 on the East Coast', losAngeles, tollFree, '2026-01-13T19:00', 'until 2026-01-13T23:00'],
  ['Germany', london, '+4915112345678', '2026-01-13T10:00', 'until 2026-01-13T18:00'],
  ['hours that never overlap: a week away', london, hawaii, '2026-01-13T10:00', 'from 2026-01-20T10:00'],
])('%s', (_, salon, phone, now, expected) => {
  expect(window(salon, phone, now)).toBe(expected)
})

test.each<[string, Salon, string, string, string]>([
  ['12:00-14:00', london, gb, '2026-01-13T10:00', 'from 2026-01-13T12:00'],
  ['12:00-14:00', london, gb, '2026-01-13T12:00', 'until 2026-01-13T14:00'],
  ['12:00-14:00', london, gb, '2026-01-17T14:00', 'from 2026-01-20T12:00'],
  ['00:00-24:00', london, gb, '2026-01-13T09:00', 'from 2026-01-13T10:00'],
  ['00:00-24:00', losAngeles, ri, '2026-01-13T18:00', 'until 2026-01-13T23:00'],
  ['06:00-23:00', losAngeles, ny, '2026-01-13T18:00', 'until 2026-01-14T02:00'],
  ['22:00-02:00', london, gb, '2026-01-13T10:00', 'from 2026-01-20T10:00'],
])('with QUIET_HOURS %s', (hours, salon, phone, now, expected) => {
  expect(window(salon, phone, now, hours)).toBe(expected)
})

test.each<[string, Salon, string, string, string]>([
  ['2026-01-17T17:00', london, gb, '2026-01-17T17:00', '2026-01-17T18:00'],
  ['2026-01-17T18:00', london, gb, '2026-01-20T10:00', '2026-01-20T18:00'],
  ['2026-03-28T18:00', london, gb, '2026-03-31T09:00', '2026-03-31T17:00'],
  ['2026-01-13T23:00', losAngeles, ri, '2026-01-14T18:00', '2026-01-14T23:00'],
  // A London salon and a number in Hawaii have no common hours.
  ['2026-01-13T10:00', london, hawaii, '2026-01-20T10:00', '2026-01-20T10:00'],
])('the window at or after %s', (from, salon, phone, opensAt, closesAt) => {
  const next = nextSalonWindow(salon, phone, usual, new Date(`${from}Z`))
  expect([text(next.opensAt), text(next.closesAt)]).toEqual([opensAt, closesAt])
})

test('salons in different zones do not share a cached window', () => {
  expect(window(london, ny, '2026-01-13T15:00')).toBe('until 2026-01-13T18:00')
  expect(window(newYork, ny, '2026-01-13T15:00')).toBe('until 2026-01-13T23:00')
})
