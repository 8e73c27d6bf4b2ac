import { performance } from 'node:perf_hooks'
import { median } from './table.ts'

/** Medians in ms, each step in turn, so that a slow moment of the machine meets all of them; the first round is left out. */
export async function interleaved<K extends string>(
  steps: Record<K, () => PromiseLike<unknown>>,
  rounds: number,
): Promise<Record<K, number>> {
  const names = Object.keys(steps) as K[]
  const times = new Map<K, number[]>(names.map((name) => [name, []]))
  for (let round = 0; round <= rounds; round++) {
    for (const name of names) {
      const start = performance.now()
      await steps[name]()
      if (round > 0) times.get(name)?.push(performance.now() - start)
    }
  }
  return Object.fromEntries(names.map((name) => [name, median(times.get(name) ?? [])])) as Record<K, number>
}
