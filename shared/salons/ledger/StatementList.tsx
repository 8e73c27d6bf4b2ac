import './fees.css'
import { Button } from '@blueprintjs/core'
import { Tick } from '@blueprintjs/icons'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { longDate, money } from '../../formats.ts'
import { statementPath } from '../../host/addresses.ts'
import { AppLink } from '../../kit/AppLink.tsx'
import { Badge } from '../../kit/Badge.tsx'
import { ConfirmDialog } from '../../kit/ConfirmDialog.tsx'
import { refresh, useAction, useRead } from '../../kit/data.ts'
import { Loaded } from '../../kit/Loaded.tsx'
import { MayCall } from '../../kit/MayCall.tsx'
import { Panel } from '../../kit/Page.tsx'
import { toast } from '../../kit/toasts.ts'
import type { Salon } from '../salons/contract.ts'
import type { Statement } from './contract.ts'

type Head = Pick<Statement, 'number' | 'total' | 'currency' | 'state'>

/** Issued statements, newest first. */
export function StatementList({ salon }: { salon: Salon }) {
  const read = useRead('ledger', 'statements', { id: salon.id })
  return (
    <Panel flush title="Statements">
      <Loaded
        read={read}
        loading={{ text: 'Loading statements...', rows: 2 }}
        failed="Failed to load the statements"
      >
        {({ items }) =>
          items.length === 0 ? (
            <p className="sb-statements-none sb-muted">No statements yet.</p>
          ) : (
            <ul className="sb-statements" aria-label="Statements">
              {items.map((statement) => (
                <li key={statement.number}>
                  <AppLink to={statementPath(salon.id, statement.number)} className="sb-statement-link">
                    Statement {statement.number}
                  </AppLink>
                  <span className="sb-muted">{longDate(statement.issuedAt, salon.timeZone)}</span>
                  <b className="sb-num sb-strong">{money(statement.total, statement.currency)}</b>
                  <StatementBadge state={statement.state} />
                  <MayCall call="ledger.settle">
                    <SettleAction salonId={salon.id} statement={statement} />
                  </MayCall>
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </Panel>
  )
}

/** Issued or Settled. */
export const StatementBadge = ({ state }: Pick<Statement, 'state'>) =>
  state === 'settled' ? (
    <Badge tone="green" icon={<Tick size={12} title={false} />}>
      Settled
    </Badge>
  ) : (
    <Badge tone="amber" dot="amber">
      Issued
    </Badge>
  )

/** *Mark as settled*, which asks first; nothing for a settled statement. */
export function SettleAction({ salonId, statement }: { salonId: string; statement: Head }) {
  const [asking, setAsking] = useState(false)
  const client = useQueryClient()
  const { number, total, currency, state } = statement
  const settle = useAction({
    run: (api, _: undefined) => api.ledger.settle({ id: salonId, number, state: 'settled' }),
    done: () => toast.success(`Statement ${number} is settled`, money(total, currency)),
    settled: () => {
      setAsking(false)
      void refresh(client, ['salons', 'list'])
    },
    failure: { title: 'Not settled', fallback: 'Failed to settle the statement', showServerMessage: true },
  })
  if (state === 'settled') return null
  return (
    <>
      <Button onClick={() => setAsking(true)} aria-label={`Mark as settled... Statement ${number}`}>
        Mark as settled...
      </Button>
      <ConfirmDialog
        question={`Mark statement ${number} as settled?`}
        confirm="Mark as settled"
        icon={<Tick size={32} title={false} />}
        isOpen={asking}
        busy={settle.isPending}
        onCancel={() => setAsking(false)}
        onConfirm={() => settle.mutate(undefined)}
      >
        <p>
          {money(Math.abs(total), currency)} {total < 0 ? 'was paid to the salon' : 'was paid by the salon'}.
          This cannot be undone.
        </p>
      </ConfirmDialog>
    </>
  )
}
