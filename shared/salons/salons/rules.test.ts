import { expect, test } from 'vitest'
import { countryDefaults, countryOfNumber, slugOf, timeZones } from './rules.ts'

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
