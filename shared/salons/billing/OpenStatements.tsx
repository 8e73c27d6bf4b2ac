import { Button } from '@blueprintjs/core'
import { useState } from 'react'
import { formatDay, money, plural } from '../../formats.ts'
import { salonPath, statementPath } from '../../host/addresses.ts'
import { AppLink } from '../../kit/AppLink.tsx'
import { useAction, useRead } from '../../kit/data.ts'
import { Loaded } from '../../kit/Loaded.tsx'
import { Panel } from '../../kit/Page.tsx'
import { toast } from '../../kit/toasts.ts'
import { WaitingButton } from '../../kit/WaitingButton.tsx'
import { AgedTable } from './AgedTable.tsx'
import { CreditDialog } from './CreditDialog.tsx'
import type { OpenStatement } from './contract.ts'
import { PaymentDialog } from './PaymentDialog.tsx'
import { DueBadge } from './StatementList.tsx'

/** Unpaid statements, overdue ones first, with *Record payment* and *Remind*. */
export function OpenStatements() {
  const read = useRead('billing', 'open')
  return (
    <Panel flush title="To be paid">
      <Loaded
        read={read}
        loading={{ text: 'Loading statements...', rows: 3 }}
        failed="Failed to load the statements"
        empty={{
          when: ({ items }) => items.length === 0,
          state: (
            <p className="sb-money-none sb-muted">
              {read.data?.issued === 0 ? 'No statement yet.' : 'Every statement is paid.'}
            </p>
          ),
        }}
      >
        {({ items }) => (
          <>
            <AgedTable statements={items} />
            <ul className="sb-plain sb-money-open" aria-label="Statements to be paid">
              {items.map((statement) => (
                <OneStatement key={`${statement.salonId} ${statement.number}`} statement={statement} />
              ))}
            </ul>
          </>
        )}
      </Loaded>
    </Panel>
  )
}

interface Of {
  statement: OpenStatement
}

function OneStatement({ statement }: Of) {
  const { salonId, salonName, number, currency, dueOn, total, outstanding, overdue } = statement
  const due = dueOn === null ? 'No day to pay' : `To pay by ${formatDay(dueOn)}`
  return (
    <li>
      <span className="sb-money-who sb-break">
        <AppLink to={salonPath(salonId, 'fees')} className="sb-statement-link">
          {salonName}
        </AppLink>
        <span className="sb-second">
          <AppLink to={statementPath(salonId, number)} className="sb-statement-link">
            Statement {number}
          </AppLink>
        </span>
      </span>
      <span className="sb-right">
        <b className="sb-num sb-strong">{money(outstanding, currency)}</b>
        {outstanding !== total && <span className="sb-second">of {money(total, currency)}</span>}
      </span>
      <span>
        <DueBadge overdue={overdue} />
        <span className="sb-second">{due}</span>
      </span>
      <span className="sb-buttons sb-money-actions">
        <RecordPayment statement={statement} />
        <WriteOff statement={statement} />
        <Remind statement={statement} />
      </span>
    </li>
  )
}

function RecordPayment({ statement }: Of) {
  const { salonId, salonName, timeZone, currency, outstanding, number } = statement
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button
        onClick={() => setOpen(true)}
        aria-label={`Record payment... ${salonName}, statement ${number}`}
      >
        Record payment...
      </Button>
      {open && (
        <PaymentDialog
          salon={{ id: salonId, name: salonName, timeZone, currency }}
          outstanding={outstanding}
          credit={0}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}

function WriteOff({ statement: { salonId, salonName, timeZone, currency, outstanding, number } }: Of) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button
        variant="minimal"
        onClick={() => setOpen(true)}
        aria-label={`Write off... ${salonName}, statement ${number}`}
      >
        Write off...
      </Button>
      {open && (
        <CreditDialog
          salon={{ id: salonId, name: salonName, timeZone, currency }}
          kind="write_off"
          outstanding={outstanding}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}

/** Shows nothing before the statement is overdue, then the number of reminders and when the next one is possible. */
function Remind({ statement }: Of) {
  const { salonId, salonName, number, overdue, reminders, noReminder } = statement
  const remind = useAction({
    run: (api, _: undefined) => api.billing.remind({ id: salonId, number }),
    done: ({ sentBy }) =>
      toast.success('Reminder sent', `To ${salonName}, by ${sentBy === 'mail' ? 'e-mail' : 'text'}`),
    refreshes: [['billing', 'open']],
    failure: { title: 'Not reminded', fallback: 'Failed to send the reminder', showServerMessage: true },
  })
  if (!overdue) return null
  const sent = reminders.length > 0 && `${plural(reminders.length, 'reminder')} sent. `
  return (
    <>
      {noReminder === null && (
        <WaitingButton
          busy={remind.isPending}
          busyText="Sending..."
          onClick={() => remind.isPending || remind.mutate(undefined)}
          aria-label={`Remind ${salonName} of statement ${number}`}
        >
          Remind
        </WaitingButton>
      )}
      {(sent || noReminder) && (
        <span className="sb-small sb-muted">
          {sent}
          {noReminder}
        </span>
      )}
    </>
  )
}
