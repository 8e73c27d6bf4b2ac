import type { Prospect } from '../prospects/contract.ts'
import { contactStatuses } from '../prospects/rules.ts'

/** A fixed row of numbers that looks random (mulberry32). */
export function random(seed: number) {
  let state = seed
  return (below: number) => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return Math.floor((((t ^ (t >>> 14)) >>> 0) / 4294967296) * below)
  }
}

/** So many salons by name, `p0` to `pN`, the same ones each time, with every kind of missing value. */
export function manyProspects(count: number): Prospect[] {
  const next = random(7)
  const pick = <T>(from: readonly T[]) => from[next(from.length)] as T
  return Array.from({ length: count }, (_, n) => ({
    id: `p${n}`,
    name: `Salon ${n}`,
    category: pick([null, 'Nail Salon', 'Day Spa', 'Barbershop']),
    country: pick([null, 'GB', 'IE', 'US']),
    phone: `+447700900${String(n % 1000).padStart(3, '0')}`,
    phoneType: pick([null, 'mobile', 'landline']),
    address: pick([null, '9 Mare St, London']),
    rating: pick([null, 0, 1, 2, 3, 3.5, 4, 4.7, 5]),
    reviewCount: pick([null, 0, 1, 10, 11, 50, 51, 100, 101, 400]),
    teamSize: pick([null, 1, 6]),
    contactStatus: pick([null, ...contactStatuses]),
  }))
}
