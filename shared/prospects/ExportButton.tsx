import { Button } from '@blueprintjs/core'
import { Download } from '@blueprintjs/icons'
import { usePlatform } from '../host/platform.ts'
import { toast } from '../kit/toasts.ts'
import type { Prospect } from './contract.ts'
import { prospectsCsv } from './csv.ts'
import { filterProspects, type ProspectModel, prospectAt, type Reached } from './model.ts'
import { sorted } from './sorting.ts'
import type { ProspectsView } from './useView.ts'

/** The filtered list as a spreadsheet file, in the order shown. */
export function ExportButton({
  model,
  reached,
  view: { filters, sort },
}: {
  model: ProspectModel
  reached: Reached
  view: ProspectsView
}) {
  const { save } = usePlatform()
  const download = () => {
    const found = sorted(model, filterProspects(model, filters, reached), sort)
    const rows = Array.from(found, (index) => prospectAt(model, index) as Prospect)
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
