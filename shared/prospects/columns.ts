import type { ContactStatus, Prospect, ProspectRow } from './contract.ts'
import { matchesRating, matchesReviews, ratingRanges, reviewRanges } from './rules.ts'

/** A column of few distinct texts: `codes[i]` points into `values`; 0 is a missing one. */
interface TextColumn {
  values: string[]
  codes: Uint16Array | Uint32Array
}

/** What the filters look at, a number for each row. */
export interface Columns {
  /**
   * As `statusCodes`. The one place for statuses once the list is read, what the rows came with is out of date: to change
   * all of them is to change small numbers, where copies of 100,000 rows would take longer than a frame has.
   */
  status: Uint8Array
  /** Bit n is set when the rating lies in range n; ranges are inclusive, so 4.0 lies in two. */
  rating: Uint8Array
  reviews: Uint8Array
  category: TextColumn
  country: TextColumn
  phoneType: TextColumn
}

export const statusCodes: Record<ContactStatus | 'none', number> = {
  none: 0,
  Selected: 1,
  Contacted: 2,
  Responded: 3,
  Submitted: 4,
}

/** Columns of a list that is not whole yet: what is there of it is cut into them while the rest is on its way. */
export class GrowingColumns {
  #length = 0
  #status: Uint8Array
  #rating: Uint8Array
  #reviews: Uint8Array
  #category = new GrowingText()
  #country = new GrowingText()
  #phoneType = new GrowingText()
  #ratingMask = masks(ratingRanges, matchesRating)
  #reviewMask = masks(reviewRanges, matchesReviews)

  /** `room` is how many rows are expected. */
  constructor(room = 16_384) {
    this.#status = new Uint8Array(room)
    this.#rating = new Uint8Array(room)
    this.#reviews = new Uint8Array(room)
  }

  add(rows: readonly ProspectRow[]): void {
    this.#makeRoom(this.#length + rows.length)
    for (const row of rows) {
      const at = this.#length++
      this.#status[at] = statusCodes[(row as Prospect).contactStatus ?? 'none']
      this.#rating[at] = this.#ratingMask(row.rating)
      this.#reviews[at] = this.#reviewMask(row.reviewCount)
      this.#category.add(row.category)
      this.#country.add(row.country)
      this.#phoneType.add(row.phoneType)
    }
  }

  finish(): Columns {
    return {
      status: this.#status.slice(0, this.#length),
      rating: this.#rating.slice(0, this.#length),
      reviews: this.#reviews.slice(0, this.#length),
      category: this.#category.finish(),
      country: this.#country.finish(),
      phoneType: this.#phoneType.finish(),
    }
  }

  #makeRoom(length: number) {
    if (length <= this.#status.length) return
    const room = Math.max(length, this.#status.length * 2)
    this.#status = larger(this.#status, room)
    this.#rating = larger(this.#rating, room)
    this.#reviews = larger(this.#reviews, room)
  }
}

function larger(column: Uint8Array, room: number): Uint8Array {
  const copy = new Uint8Array(room)
  copy.set(column)
  return copy
}

/** Texts numbered as they come, in the end in their order. */
class GrowingText {
  #seen = new Map<string, number>()
  #found: number[] = []

  add(value: string | null): void {
    if (!value) {
      this.#found.push(0)
      return
    }
    const number = this.#seen.get(value) ?? this.#seen.size + 1
    if (number > this.#seen.size) this.#seen.set(value, number)
    this.#found.push(number)
  }

  finish(): TextColumn {
    const values = [...this.#seen.keys()].sort((a, b) => a.localeCompare(b))
    const codeOf = new Uint32Array(values.length + 1)
    for (const [index, value] of values.entries()) codeOf[this.#seen.get(value) as number] = index + 1
    const { length } = this.#found
    const codes = values.length < 0xffff ? new Uint16Array(length) : new Uint32Array(length)
    for (let i = 0; i < length; i++) codes[i] = codeOf[this.#found[i] as number] as number
    return { values, codes }
  }
}

/** For each value the ranges it lies in, asked of the rules once: values repeat, rows are many. */
function masks<T>(ranges: readonly T[], inside: (value: number | null, range: T) => boolean) {
  const known = new Map<number | null, number>()
  return (value: number | null): number => {
    let bits = known.get(value)
    if (bits === undefined) {
      bits = ranges.reduce((sum, range, n) => (inside(value, range) ? sum | (1 << n) : sum), 0)
      known.set(value, bits)
    }
    return bits
  }
}
