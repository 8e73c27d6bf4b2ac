import './money.css'
import { Button, Checkbox, Dialog, DialogBody, DialogFooter } from '@blueprintjs/core'
import { useState } from 'react'
import { plural } from '../../formats.ts'
import { useAction, useRead } from '../../kit/data.ts'
import { Loaded } from '../../kit/Loaded.tsx'
import { toast } from '../../kit/toasts.ts'
import { WaitingButton } from '../../kit/WaitingButton.tsx'
import { MAX_STATEMENTS, type StatementPreview } from './contract.ts'
import { IssueList, IssueTotals, LeftOut, OwnersRead } from './IssuePreview.tsx'
import { moneyCalls } from './moneyCalls.ts'

/** *Issue statements*: a preview with the salons left out, then one press. */
export function IssueDialog({ className = '' }: { className?: string }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button intent={className ? 'none' : 'primary'} className={className} onClick={() => setOpen(true)}>
        Issue statements...
      </Button>
      <Dialog
        isOpen={open}
        className="sb-money-issue"
        title="Issue statements"
        onClose={() => setOpen(false)}
        shouldReturnFocusOnClose
      >
        <Preview onClose={() => setOpen(false)} />
      </Dialog>
    </>
  )
}

function useIssue(onClose: () => void) {
  return useAction({
    run: (api, { statements, tellOwners }: { statements: StatementPreview[]; tellOwners: boolean }) =>
      api.billing.issueAll({
        statements: statements.map(({ salonId, number, total }) => ({ salonId, number, total })),
        tellOwners,
      }),
    done: ({ issued, leftOut }, { tellOwners }) => {
      const told = issued.filter((one) => one.told).length
      const failed = leftOut.map(({ salonName, reason }) => `Not for ${salonName}: ${reason}.`)
      const words = [tellOwners ? `${plural(told, 'owner')} told.` : 'No owner was told.', ...failed].join(
        ' ',
      )
      if (issued.length > 0) toast.success(`${plural(issued.length, 'statement')} issued`, words)
      else toast.failure('Not issued', failed.join(' '))
      onClose()
    },
    refreshes: moneyCalls,
    failure: { title: 'Not issued', fallback: 'Failed to issue the statements', showServerMessage: true },
  })
}

/** The statements of the preview, without those that the reader leaves out this time. */
function useChoice(all: readonly StatementPreview[]) {
  const [leftOut, setLeftOut] = useState<readonly string[]>([])
  const isLeftOut = ({ salonId }: StatementPreview) => leftOut.includes(salonId)
  return {
    statements: all.filter((one) => !isLeftOut(one)).slice(0, MAX_STATEMENTS),
    chosen: all.filter(isLeftOut),
    leaveOut: (salonId: string) => setLeftOut((before) => [...before, salonId]),
    putBack: (salonId: string) => setLeftOut((before) => before.filter((id) => id !== salonId)),
  }
}

function Preview({ onClose }: { onClose: () => void }) {
  const read = useRead('billing', 'preview', undefined, { staleTime: 0, gcTime: 0 })
  const { statements, chosen, leaveOut, putBack } = useChoice(read.data?.statements ?? [])
  const [tellOwners, setTellOwners] = useState(true)
  const issue = useIssue(onClose)
  return (
    <>
      <DialogBody>
        <Loaded
          read={read}
          loading={{ text: 'Loading what is payable...', rows: 4 }}
          failed="Failed to load what is payable"
        >
          {(preview) => (
            <>
              <IssueTotals statements={statements} />
              <IssueList statements={statements} onLeaveOut={leaveOut} />
              <LeftOut salons={preview.leftOut} chosen={chosen} onPutBack={putBack} />
            </>
          )}
        </Loaded>
        {statements.length > 0 && (
          <>
            <Checkbox
              checked={tellOwners}
              onChange={(event) => setTellOwners(event.currentTarget.checked)}
              label="Send each owner a link, by e-mail or text"
            />
            {tellOwners && <OwnersRead statements={statements} />}
            <p className="sb-small sb-muted">
              An issued statement cannot be changed or withdrawn. Undo a mistake with a credit on the page of
              the salon: the next statement names it.
            </p>
          </>
        )}
      </DialogBody>
      <DialogFooter
        actions={
          <>
            <Button onClick={onClose}>Cancel</Button>
            {statements.length > 0 && (
              <WaitingButton
                intent="primary"
                busy={issue.isPending}
                busyText="Issuing..."
                onClick={() => issue.isPending || issue.mutate({ statements, tellOwners })}
              >
                {`Issue ${plural(statements.length, 'statement')}`}
              </WaitingButton>
            )}
          </>
        }
      />
    </>
  )
}
