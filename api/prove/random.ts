/** Repeatable chance: the same seed gives the same schedule, on every machine. */
export interface Random {
  /** 0 up to, not including, 1. */
  next(): number
  /** A whole number, both ends included. */
  between(least: number, most: number): number
  chance(probability: number): boolean
  pick<T>(list: readonly T[]): T
  shuffle<T>(list: readonly T[]): T[]
  /** A stream of its own under this name: what one actor draws does not shift what another draws. */
  fork(name: string): Random
}

/** mulberry32: 32 bits of state, good enough to spread schedules. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = state
    t = Math.imul(t ^ (t >>> 15), t | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
  const between = (least: number, most: number) => least + Math.floor(next() * (most - least + 1))
  return {
    next,
    between,
    chance: (probability) => next() < probability,
    pick(list) {
      const one = list[between(0, list.length - 1)]
      if (one === undefined) throw new Error('nothing to pick from')
      return one
    },
    shuffle(list) {
      const mixed = [...list]
      for (let i = mixed.length - 1; i > 0; i--) {
        const j = between(0, i)
        const other = mixed[j] as (typeof mixed)[number]
        mixed[j] = mixed[i] as (typeof mixed)[number]
        mixed[i] = other
      }
      return mixed
    },
    fork: (name) => createRandom(hash(`${seed}:${name}`)),
  }
}

/** FNV-1a. */
function hash(text: string): number {
  let value = 0x811c9dc5
  for (let i = 0; i < text.length; i++) value = Math.imul(value ^ text.charCodeAt(i), 0x01000193)
  return value >>> 0
}
