/** Seeded random numbers: the same seed gives the same sequence on every machine. */
export interface Random {
  /** A number from 0 up to, but not including, 1. */
  next(): number
  /** A whole number; both ends are included. */
  between(min: number, max: number): number
  chance(probability: number): boolean
  pick<T>(list: readonly T[]): T
  shuffle<T>(list: readonly T[]): T[]
  /** An independent sequence, derived from the seed and the name: draws of one part do not shift those of another. */
  fork(name: string): Random
}

/** mulberry32, a generator with 32 bits of state; sufficient for schedules. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = state
    t = Math.imul(t ^ (t >>> 15), t | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
  const between = (min: number, max: number) => min + Math.floor(next() * (max - min + 1))
  return {
    next,
    between,
    chance: (probability) => next() < probability,
    pick(list) {
      const one = list[between(0, list.length - 1)]
      if (one === undefined) throw new Error('cannot pick from an empty list')
      return one
    },
    shuffle(list) {
      const shuffled = [...list]
      for (let i = shuffled.length - 1; i > 0; i--) {
        const j = between(0, i)
        const other = shuffled[j] as (typeof shuffled)[number]
        shuffled[j] = shuffled[i] as (typeof shuffled)[number]
        shuffled[i] = other
      }
      return shuffled
    },
    fork: (name) => createRandom(hash(`${seed}:${name}`)),
  }
}

/** FNV-1a, 32 bits. */
function hash(text: string): number {
  let value = 0x811c9dc5
  for (let i = 0; i < text.length; i++) value = Math.imul(value ^ text.charCodeAt(i), 0x01000193)
  return value >>> 0
}
