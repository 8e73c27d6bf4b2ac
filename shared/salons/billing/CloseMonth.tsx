import { Button } from '@blueprintjs/core'
import { Lock } from '@blueprintjs/icons'
import { useState } from 'react'
import { formatDay } from '../../formats.ts'
import { ConfirmDialog } from '../../kit/ConfirmDialog.tsx'
import { useAction, useRead } from '../../kit/data.ts'
import { toast } from '../../kit/toasts.ts'
import { moneyCalls } from './moneyCalls.ts'
import { monthLabel } from './months.ts'

interface Props {
  month: string
  now: Date
}

/** Closes the books of a month, or says that they are closed. Nothing for a month that has not ended. */
export function CloseMonth({ month, now }: Props) {
  const [asking, setAsking] = useState(false)
  const { data } = useRead('billing', 'open')
  const label = monthLabel(month)
  const close = useAction({
    run: (api, _: undefined) => api.billing.closeMonth({ month }),
    done: () => toast.success(`${label} is closed`),
    settled: () => setAsking(false),
    refreshes: moneyCalls,
    failure: { title: 'Not closed', fallback: 'Failed to close the month', showServerMessage: true },
  })
  if (!data || month >= now.toISOString().slice(0, 7)) return null
  if (data.openFrom !== null && `${month}-01` < data.openFrom)
    return <span className="sb-muted">Closed: open from {formatDay(data.openFrom)}</span>
  return (
    <>
      <Button icon={<Lock title={false} />} onClick={() => setAsking(true)}>
        Close month...
      </Button>
      <ConfirmDialog
        question={`Close ${label} and all months before it?`}
        confirm="Close month"
        icon={<Lock size={32} title={false} />}
        isOpen={asking}
        busy={close.isPending}
        onCancel={() => setAsking(false)}
        onConfirm={() => close.mutate(undefined)}
      >
        <p>
          No payment can be recorded in a closed month, and none of its entries changes. What is learnt later
          is booked in an open month. A closed month cannot be opened again.
        </p>
      </ConfirmDialog>
    </>
  )
}
