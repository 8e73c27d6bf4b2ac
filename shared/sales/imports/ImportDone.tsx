import { Button, Card } from '@blueprintjs/core'
import { TickCircle } from '@blueprintjs/icons'
import { count, plural, pluralForm, timeOfDay } from '../../formats.ts'
import type { ImportFile } from '../../host/platform.ts'
import { useRoute } from '../../host/routes.ts'
import type { ImportSummary } from './contract.ts'
import { RejectedRecords } from './RejectedRecords.tsx'

/** In the place of the result while the file is imported, so that the history does not move when the result comes. */
export const ImportRuns = ({ file }: { file: ImportFile }) => (
  <Card className="sb-panel sb-done" data-flush="true">
    <div className="sb-done-head sb-tight sb-row sb-wrap">
      <div className="sb-done-words">
        <h3 className="sb-panel-title">{file.name}</h3>
        <p className="sb-small sb-muted">What was added and rejected shows here.</p>
      </div>
    </div>
  </Card>
)

/** Result of the last import. */
export function ImportDone({ file, summary, at }: { file: ImportFile; summary: ImportSummary; at: string }) {
  const { go } = useRoute()
  const { recordsAdded, recordsDuplicated, recordsErrored } = summary
  const figures = [
    [recordsAdded, 'added'],
    [recordsDuplicated, `${pluralForm(recordsDuplicated, 'duplicate')} rejected`],
    [recordsErrored, pluralForm(recordsErrored, 'error')],
  ] as const
  return (
    <Card className="sb-panel sb-done" data-flush="true">
      <div className="sb-done-head sb-tight sb-row sb-wrap">
        <TickCircle size={16} title={false} className="sb-done-icon" />
        <div className="sb-done-words">
          <h3 className="sb-panel-title">{file.name}</h3>
          <p className="sb-small sb-muted sb-num">
            {plural(recordsAdded + recordsDuplicated + recordsErrored, 'record')}, imported today at{' '}
            {timeOfDay(at)}
          </p>
        </div>
        {figures.map(([value, label]) => (
          <p key={label} className="sb-column">
            <span className="sb-figure">{count(value)}</span>
            <span className="sb-small sb-muted">{label}</span>
          </p>
        ))}
        <Button onClick={() => go('prospects')}>Open in Prospects</Button>
      </div>
      {recordsErrored > 0 && <RejectedRecords importId={summary.id} errored={recordsErrored} few />}
    </Card>
  )
}
