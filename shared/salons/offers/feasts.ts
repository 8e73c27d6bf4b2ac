import { addDays } from '../salons/days.ts'

export type DateCountry = 'GB' | 'IE' | 'US'

const dayOf = (year: number, month: number, day: number) =>
  new Date(Date.UTC(year, month - 1, day)).toISOString().slice(0, 10)

/** Easter Sunday of the Western churches (Meeus, Astronomical Algorithms, chapter 8). */
export function easterOf(year: number): string {
  const [a, b, c] = [year % 19, Math.floor(year / 100), year % 100]
  const d = (19 * a + b - Math.floor(b / 4) - Math.floor((b - Math.floor((b + 8) / 25) + 1) / 3) + 15) % 30
  const e = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - d - (c % 4)) % 7
  const shift = d + e - 7 * Math.floor((a + 11 * d + 22 * e) / 451) + 114
  return dayOf(year, Math.floor(shift / 31), (shift % 31) + 1)
}

/** The nth day of the week in a month; Sunday is 0. */
function nthOf(year: number, month: number, weekday: number, nth: number): string {
  const first = new Date(Date.UTC(year, month - 1, 1)).getUTCDay()
  return dayOf(year, month, 1 + ((weekday - first + 7) % 7) + 7 * (nth - 1))
}

const thanksgiving = (year: number) => nthOf(year, 11, 4, 4)
const onDay = (month: number, day: number) => (year: number) => dayOf(year, month, day)
const afterEaster = (days: number) => (year: number) => addDays(easterOf(year), days)

interface Feast {
  /** Pattern of its name in lower case. */
  name: string
  /** Its day in a year; null: not the same rule each year. */
  on: ((year: number, country: DateCountry) => string) | null
}

/** Feasts that texts of salons name, the longer names first. */
export const feasts: readonly Feast[] = [
  { name: 'christmas eve', on: onDay(12, 24) },
  { name: 'christmas(?: day)?|xmas', on: onDay(12, 25) },
  { name: "boxing day|st\\.? stephen['’]?s(?: day)?", on: onDay(12, 26) },
  { name: "new year['’]?s eve|hogmanay", on: onDay(12, 31) },
  { name: "new year(?:['’]?s)?(?: day)?", on: onDay(1, 1) },
  { name: "valentine['’]?s?(?: day)?", on: onDay(2, 14) },
  { name: "st\\.? patrick['’]?s(?: day)?|paddy['’]?s day", on: onDay(3, 17) },
  {
    name: "mother['’]?s['’]? day|mothering sunday",
    on: (year, country) => (country === 'US' ? nthOf(year, 5, 0, 2) : addDays(easterOf(year), -21)),
  },
  { name: "father['’]?s['’]? day", on: (year) => nthOf(year, 6, 0, 3) },
  { name: 'good friday', on: afterEaster(-2) },
  { name: 'easter monday', on: afterEaster(1) },
  { name: 'easter(?: sunday)?', on: easterOf },
  { name: 'halloween', on: onDay(10, 31) },
  { name: 'bonfire night', on: onDay(11, 5) },
  { name: 'thanksgiving', on: thanksgiving },
  { name: 'black friday', on: (year) => addDays(thanksgiving(year), 1) },
  { name: 'cyber monday', on: (year) => addDays(thanksgiving(year), 4) },
  { name: 'independence day|(?:4th|fourth) of july', on: onDay(7, 4) },
  { name: 'bank holiday|labou?r day|memorial day|hanukkah|diwali|eid|ramadan|passover|purim', on: null },
]
