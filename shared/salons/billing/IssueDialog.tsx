import './money.css'
import { Button, Checkbox, Dialog, DialogBody, DialogFooter } from '@blueprintjs/core'
import { useState } from 'react'
import { formatDay, money, plural } from '../../formats.ts'
import { useAction, useRead } from '../../kit/data.ts'
import { Loaded } from '../../kit/Loaded.tsx'
import { toast } from '../../kit/toasts.ts'
import { WaitingButton } from '../../kit/WaitingButton.tsx'
import { type LeftOutSalon, MAX_STATEMENTS, type StatementPreview } from './contract.ts'

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
    refreshes: [
      ['billing', 'open'],
      ['billing', 'preview'],
      ['salons', 'list'],
      ['today', 'list'],
    ],
    failure: { title: 'Not issued', fallback: 'Failed to issue the statements', showServerMessage: true },
  })
}

function Preview({ onClose }: { onClose: () => void }) {
  const read = useRead('billing', 'preview', undefined, { staleTime: 0, gcTime: 0 })
  const [tellOwners, setTellOwners] = useState(true)
  const issue = useIssue(onClose)
  const statements = read.data?.statements.slice(0, MAX_STATEMENTS) ?? []
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
              <Statements statements={preview.statements} />
              <LeftOut salons={preview.leftOut} />
            </>
          )}
        </Loaded>
        {statements.length > 0 && (
          <Checkbox
            checked={tellOwners}
            onChange={(event) => setTellOwners(event.currentTarget.checked)}
            label="Send each owner a link, by e-mail or text"
          />
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

function Statements({ statements }: { statements: readonly StatementPreview[] }) {
  if (statements.length === 0) return <p>No salon has fees that are payable now.</p>
  return (
    <ul className="sb-plain sb-money-preview" aria-label="Statements to issue">
      {statements.map(({ salonId, salonName, number, currency, total, broughtForward, dueOn }) => (
        <li key={salonId}>
          <span>
            {salonName}
            <span className="sb-second">
              Statement {number}, to pay by {formatDay(dueOn)}
            </span>
          </span>
          <span className="sb-right">
            <b className="sb-num sb-strong">{money(total, currency)}</b>
            {broughtForward !== 0 && (
              <span className="sb-second">
                {broughtForward > 0 ? 'and from before' : 'less credit'}{' '}
                {money(Math.abs(broughtForward), currency)}
              </span>
            )}
          </span>
        </li>
      ))}
    </ul>
  )
}

function LeftOut({ salons }: { salons: readonly LeftOutSalon[] }) {
  if (salons.length === 0) return null
  return (
    <>
      <p className="sb-strong">Left out</p>
      <ul className="sb-plain sb-money-preview" aria-label="Salons left out">
        {salons.map(({ salonId, salonName, reason }) => (
          <li key={salonId}>
            <span>{salonName}</span>
            <span className="sb-muted sb-right">{reason}</span>
          </li>
        ))}
      </ul>
    </>
  )
}
