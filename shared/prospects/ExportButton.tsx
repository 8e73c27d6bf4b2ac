import { Button } from '@blueprintjs/core'
import { Download } from '@blueprintjs/icons'
import { usePlatform } from '../host/platform.ts'
import { toast } from '../kit/toasts.ts'
import type { Prospect } from './contract.ts'
import { prospectsCsv } from './csv.ts'
import { filterProspects, type Reached } from './filters.ts'
import { sortProspects } from './sorting.ts'
import type { ProspectsView } from './useView.ts'

/** Saves the filtered list as CSV, in the order shown. */
export function ExportButton({
  prospects,
  reached,
  view: { filters, sort },
}: {
  prospects: Prospect[]
  reached: Reached
  view: ProspectsView
}) {
  const { save } = usePlatform()
  const download = () => {
    const rows = filterProspects(sortProspects(prospects, sort), filters, reached)
    const day = new Date().toISOString().slice(0, 10)
    save(`prospects-${day}.csv`, 'text/csv;charset=utf-8', prospectsCsv(rows)).catch(() =>
      toast.failure('Error', 'The file was not saved'),
    )
  }
  return (
    <Button
      icon={<Download size={14} title={false} />}
      disabled={prospects.length === 0}
      onClick={download}
      title="Download the filtered list as a CSV file"
    >
      Export CSV
    </Button>
  )
}
