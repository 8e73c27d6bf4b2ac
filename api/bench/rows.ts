import type { Figure } from './table.ts'

export interface Row {
  measure(): Promise<Figure[]>
  /** Twice what it takes on two cores with nothing beside it; then it has failed. */
  limitSeconds: number
}

/** What is measured, in this order. All of it takes less than twenty minutes on two cores. */
export const rows: Record<string, Row> = {
  inbound: { limitSeconds: 120, measure: async () => (await import('./inbound.ts')).benchInbound() },
  figures: { limitSeconds: 180, measure: async () => (await import('./figures.ts')).benchFigures() },
  prospects: { limitSeconds: 90, measure: async () => (await import('./prospects.ts')).benchProspects() },
  lists: { limitSeconds: 240, measure: async () => (await import('./lists.ts')).benchLists() },
  campaigns: { limitSeconds: 300, measure: async () => (await import('./campaigns.ts')).benchCampaigns() },
  start: { limitSeconds: 120, measure: async () => (await import('./start.ts')).benchStart() },
  events: { limitSeconds: 120, measure: async () => (await import('./events.ts')).benchEvents() },
  outbox: { limitSeconds: 180, measure: async () => (await import('./outbox.ts')).benchOutbox() },
  import: { limitSeconds: 240, measure: async () => (await import('./import.ts')).benchImport() },
  console: { limitSeconds: 240, measure: async () => (await import('./console.ts')).benchConsole() },
  desktop: { limitSeconds: 180, measure: async () => (await import('./desktop.ts')).benchDesktop() },
}
