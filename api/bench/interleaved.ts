import { performance } from 'node:perf_hooks'
import { median } from './table.ts'

interface Order {
  /** Rounds before those that count. */
  warmUp?: number
  /** Every second round runs backwards: whatever comes behind another finds what that one read still at hand. */
  mirrored?: boolean
}

/** Medians in ms, each step in turn, so that a slow moment of the machine meets all of them. */
export async function interleaved<K extends string>(
  steps: Record<K, () => PromiseLike<unknown>>,
  rounds: number,
  { warmUp = 1, mirrored = false }: Order = {},
): Promise<Record<K, number>> {
  const names = Object.keys(steps) as K[]
  const times = new Map<K, number[]>(names.map((name) => [name, []]))
  for (let round = 0; round < warmUp + rounds; round++) {
    for (const name of mirrored && round % 2 === 1 ? names.toReversed() : names) {
      const start = performance.now()
      await steps[name]()
      if (round >= warmUp) times.get(name)?.push(performance.now() - start)
    }
  }
  return Object.fromEntries(names.map((name) => [name, median(times.get(name) ?? [])])) as Record<K, number>
}
