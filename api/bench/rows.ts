import type { Figure } from './table.ts'

interface Row {
  measure(): Promise<Figure[]>
  /** After this time the row has failed. About three times what it takes on two idle cores. */
  limitSeconds: number
}

/** Every row, in running order. */
export const rows: Record<string, Row> = {
  lists: { limitSeconds: 90, measure: async () => (await import('./lists.ts')).benchLists() },
  search: { limitSeconds: 90, measure: async () => (await import('./search.ts')).benchSearch() },
  salons: { limitSeconds: 120, measure: async () => (await import('./salons.ts')).benchSalons() },
  feed: { limitSeconds: 240, measure: async () => (await import('./feed.ts')).benchFeed() },
  outbox: { limitSeconds: 150, measure: async () => (await import('./outbox.ts')).benchOutbox() },
}
