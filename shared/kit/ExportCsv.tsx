import { Button } from '@blueprintjs/core'
import { Download } from '@blueprintjs/icons'
import { useState } from 'react'
import { usePlatform } from '../host/platform.ts'
import { toast } from './toasts.ts'

interface Props {
  /** `leads`: saved as `leads-2026-03-10.csv`. */
  name: string
  label?: string
  /** What the file contains, for the tooltip. */
  title: string
  disabled: boolean
  csv: () => string | Promise<string>
}

/** *Export CSV*: saves the list on this screen. */
export function ExportCsv({ name, label = 'Export CSV', title, disabled, csv }: Props) {
  const { save } = usePlatform()
  const [busy, setBusy] = useState(false)
  const download = async () => {
    setBusy(true)
    try {
      const day = new Date().toISOString().slice(0, 10)
      await save(`${name}-${day}.csv`, 'text/csv;charset=utf-8', await csv())
    } catch {
      toast.failure('Error', 'The file was not saved')
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button
      icon={<Download size={14} title={false} />}
      disabled={disabled || busy}
      onClick={() => void download()}
      title={title}
    >
      {label}
    </Button>
  )
}
