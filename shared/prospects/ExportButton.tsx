import { Button } from '@blueprintjs/core'
import { Download } from '@blueprintjs/icons'
import { usePlatform } from '../host/platform.ts'
import { toast } from '../kit/toasts.ts'
import type { Prospect } from './contract.ts'
import { prospectsCsv } from './csv.ts'
import { filterProspects, type ProspectModel, type Reached } from './model.ts'
import { useProspectView } from './selection.ts'

/** The filtered list as a spreadsheet file. */
export function ExportButton({ model, reached }: { model: ProspectModel; reached: Reached }) {
  const { save } = usePlatform()
  const filters = useProspectView((view) => view.filters)
  const download = () => {
    const rows = Array.from(
      filterProspects(model, filters, reached),
      (index) => model.rows[index] as Prospect,
    )
    const day = new Date().toISOString().slice(0, 10)
    save(`prospects-${day}.csv`, 'text/csv;charset=utf-8', prospectsCsv(rows)).catch(() =>
      toast.failure('Error', 'The file was not saved'),
    )
  }
  return (
    <Button
      icon={<Download size={14} title={false} />}
      disabled={model.rows.length === 0}
      onClick={download}
      title="The filtered list as a spreadsheet file"
    >
      Export CSV
    </Button>
  )
}
