import { type CampaignFigures, outcomes } from './contract.ts'
import { rate } from './rules.ts'

/** Sortable columns of the table of campaigns with their headings. */
export const figureColumns = {
  createdAt: 'Campaign',
  sent: 'Sent',
  delivered: 'Delivered',
  answered: 'Answered',
  yes: 'Yes',
  stop: 'STOP',
  form: 'Forms',
  segments: 'Segments',
} as const

export type FigureColumn = keyof typeof figureColumns
export interface FigureSort {
  by: FigureColumn
  descending: boolean
}

const newestFirst: FigureSort = { by: 'createdAt', descending: true }

/** Reads the `sort` parameter of the address, `yes` or `-yes`; newest first if unknown or absent. */
export function parseFigureSort(param: string | null): FigureSort {
  const descending = param?.startsWith('-') ?? false
  const name = descending ? param?.slice(1) : param
  const by = (Object.keys(figureColumns) as FigureColumn[]).find((known) => known === name)
  return by ? { by, descending } : newestFirst
}

/** The `sort` parameter after a press of this heading: highest first, then the reverse. */
export const nextFigureSort = (sort: FigureSort, pressed: FigureColumn): string =>
  sort.by === pressed && sort.descending ? pressed : `-${pressed}`

const isShare = (column: FigureColumn) => column !== 'sent' && outcomes.some((outcome) => outcome === column)

/** Shares are compared in percent of the numbers texted. */
function keyOf(campaign: CampaignFigures, column: FigureColumn): number {
  if (column === 'createdAt') return Date.parse(campaign.createdAt)
  return isShare(column) ? rate(campaign[column], campaign.sent) : campaign[column]
}

/** Equal campaigns keep their order. */
export function sortFigures(campaigns: CampaignFigures[], { by, descending }: FigureSort): CampaignFigures[] {
  const sign = descending ? -1 : 1
  return campaigns.toSorted((one, other) => sign * (keyOf(one, by) - keyOf(other, by)))
}
