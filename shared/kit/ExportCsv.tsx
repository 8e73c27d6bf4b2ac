import { Button } from '@blueprintjs/core'
import { Download } from '@blueprintjs/icons'
import { useState } from 'react'
import { usePlatform } from '../host/platform.ts'
import { type Cell, toCsv } from './csv.ts'
import { toast } from './toasts.ts'

interface Props {
  /** File name without day and ending. */
  name: string
  header: readonly string[]
  /** All rows of the list as filtered, not only those loaded. */
  rows: () => Cell[][] | Promise<Cell[][]>
  disabled?: boolean
  className?: string
}

/** Saves a list as CSV. */
export function ExportCsv({ name, header, rows, disabled = false, className }: Props) {
  const { save } = usePlatform()
  const [busy, setBusy] = useState(false)
  const download = async () => {
    setBusy(true)
    try {
      const day = new Date().toISOString().slice(0, 10)
      await save(`${name}-${day}.csv`, 'text/csv;charset=utf-8', toCsv(header, await rows()))
    } catch {
      toast.failure('Error', 'The file was not saved')
    }
    setBusy(false)
  }
  return (
    <Button
      className={className}
      icon={<Download size={14} title={false} />}
      disabled={disabled || busy}
      onClick={() => void download()}
      title="Download the filtered list as a CSV file"
    >
      Export CSV
    </Button>
  )
}
