import './money.css'
import { HTMLSelect } from '@blueprintjs/core'
import { useState } from 'react'
import { usePlatform } from '../../host/platform.ts'
import { useRead } from '../../kit/data.ts'
import { ExportCsv } from '../../kit/ExportCsv.tsx'
import { Loaded } from '../../kit/Loaded.tsx'
import { useMayCall } from '../../kit/MayCall.tsx'
import { Page, Panel } from '../../kit/Page.tsx'
import { useNow } from '../../kit/useNow.ts'
import { BankDialog } from './BankDialog.tsx'
import { CloseMonth } from './CloseMonth.tsx'
import { accountingCsv, monthCsv } from './csv.ts'
import { IssueDialog } from './IssueDialog.tsx'
import { MonthTable } from './MonthTable.tsx'
import { monthLabel, monthsBefore } from './months.ts'
import { OpenStatements } from './OpenStatements.tsx'

/** Unpaid statements of all salons, *Issue statements*, and each month with its cost. For admins. */
export function MoneyPage() {
  const mayRead = useMayCall('billing.open')
  return (
    <Page
      title="Money"
      note="Statements to be paid, and what each month brought."
      actions={
        mayRead && (
          <span className="sb-buttons">
            <BankDialog />
            <IssueDialog />
          </span>
        )
      }
    >
      {mayRead ? (
        <div className="sb-panels">
          <OpenStatements />
          <Months />
        </div>
      ) : (
        <p className="sb-muted">Only an admin sees money over all salons.</p>
      )}
    </Page>
  )
}

function Months() {
  const now = useNow()
  const months = monthsBefore(now, 24)
  const [month, setMonth] = useState(months[0] ?? '')
  const read = useRead('billing', 'month', { month })
  const { api } = usePlatform()
  const books = async () => accountingCsv((await api.billing.books({ month })).items)
  return (
    <Panel
      flush
      title="By month"
      aside={
        <span className="sb-buttons sb-money-aside">
          <HTMLSelect aria-label="Month" value={month} onChange={(event) => setMonth(event.target.value)}>
            {months.map((one) => (
              <option key={one} value={one}>
                {monthLabel(one)}
              </option>
            ))}
          </HTMLSelect>
          <CloseMonth month={month} now={now} />
          <ExportCsv
            name={`money-${month}`}
            title="This table"
            disabled={!read.data}
            csv={() => monthCsv(read.data?.rows ?? [], month)}
          />
          <ExportCsv
            name={`accounts-${month}`}
            label="For the accountant"
            title="Statements and payments of the month"
            disabled={false}
            csv={books}
          />
        </span>
      }
    >
      <Loaded
        read={read}
        loading={{ text: 'Loading the month...', rows: 4 }}
        failed="Failed to load the month"
        empty={{
          when: ({ rows }) => rows.length === 0,
          state: <p className="sb-money-none sb-muted">Nothing happened in {monthLabel(month)}.</p>,
        }}
      >
        {({ rows }) => <MonthTable rows={rows} />}
      </Loaded>
    </Panel>
  )
}
