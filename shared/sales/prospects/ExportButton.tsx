import { ExportCsv } from '../../kit/ExportCsv.tsx'
import type { Prospect } from './contract.ts'
import { prospectsCsv } from './csv.ts'
import { filterProspects, type Reached } from './filters.ts'
import { sortProspects } from './sorting.ts'
import type { ProspectsView } from './useView.ts'

interface ExportButtonProps {
  prospects: Prospect[]
  reached: Reached
  view: ProspectsView
}

/** Saves the filtered list as CSV, in the order shown. */
export const ExportButton = ({ prospects, reached, view: { filters, sort } }: ExportButtonProps) => (
  <ExportCsv
    name="prospects"
    title="Download the filtered list as a CSV file"
    disabled={prospects.length === 0}
    csv={() => prospectsCsv(filterProspects(sortProspects(prospects, sort), filters, reached))}
  />
)
