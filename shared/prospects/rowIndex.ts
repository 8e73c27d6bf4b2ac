import type { ProspectRow } from './contract.ts'

/** Rows between two looks at the clock by who makes it ahead. */
const SLICE = 500

/**
 * The number of each row by its id. Made at first use, or ahead and little by little: a hundred thousand ids take longer
 * than a frame, and the first screen of a list needs none of them.
 */
export class RowIndex {
  #numbers = new Map<string, number>()
  #rows: ProspectRow[]

  constructor(rows: ProspectRow[]) {
    this.#rows = rows
  }

  get(id: string): number | undefined {
    return this.#whole().get(id)
  }

  has(id: string): boolean {
    return this.#whole().has(id)
  }

  /** Makes a little of it; true once it is there. */
  step(): boolean {
    const from = this.#made
    const to = Math.min(from + SLICE, this.#rows.length)
    for (let i = from; i < to; i++) this.#numbers.set((this.#rows[i] as ProspectRow).id, i)
    this.#made = to
    return to === this.#rows.length
  }

  #made = 0

  #whole() {
    while (!this.step()) {}
    return this.#numbers
  }
}
