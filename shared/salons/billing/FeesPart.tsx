import { BankAccount } from '@blueprintjs/icons'
import { usePlatform } from '../../host/platform.ts'
import { ExportCsv } from '../../kit/ExportCsv.tsx'
import { isEmpty, Loaded } from '../../kit/Loaded.tsx'
import { LoadMore } from '../../kit/LoadMore.tsx'
import { Panel } from '../../kit/Page.tsx'
import { Empty } from '../../kit/states.tsx'
import { usePages } from '../../kit/usePages.ts'
import type { Salon } from '../salons/contract.ts'
import type { LedgerEntry } from './contract.ts'
import { ledgerCsv } from './csv.ts'
import { Disputes } from './Disputes.tsx'
import { LedgerTable } from './LedgerTable.tsx'
import { OwedPanel } from './OwedPanel.tsx'
import { PaymentsPanel } from './PaymentsPanel.tsx'
import { StatementList } from './StatementList.tsx'

/** What a salon owes and why, its disputes and its statements. */
export function FeesPart({ salon }: { salon: Salon }) {
  const ledger = usePages('billing', 'entries', { id: salon.id })
  return (
    <div className="sb-panels">
      <OwedPanel salon={salon} read={{ ...ledger, data: ledger.first }} />
      <Disputes salon={salon} />
      <StatementList salon={salon} />
      <PaymentsPanel salon={salon} outstanding={ledger.first?.owed.outstanding ?? 0} />
      <Panel flush title="Ledger" className="sb-tall" aside={<ExportLedger salon={salon} />}>
        <Loaded
          read={ledger}
          loading={{ text: 'Loading fees...', rows: 6 }}
          failed="Failed to load the fees"
          empty={{ when: isEmpty, state: <NoFees salon={salon} /> }}
        >
          {(entries) => (
            <>
              <LedgerTable salon={salon} entries={entries} />
              <LoadMore more={ledger.more} things="entries" />
            </>
          )}
        </Loaded>
      </Panel>
    </div>
  )
}

function ExportLedger({ salon: { id, slug, currency } }: { salon: Salon }) {
  const { api } = usePlatform()
  const csv = async () => {
    const { items: statements } = await api.billing.statements({ id })
    const entries: LedgerEntry[] = []
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const page = await api.billing.entries({ id, ...(cursor && { cursor }) })
      entries.push(...page.items)
      cursor = page.nextCursor
    }
    return ledgerCsv(entries, statements, { currency, now: new Date() })
  }
  return <ExportCsv name={`ledger-${slug}`} title="All lines of the ledger" disabled={false} csv={csv} />
}

const NoFees = ({ salon }: { salon: Salon }) => (
  <Empty
    icon={<BankAccount size={32} title={false} />}
    title="No fees yet."
    hint={`${salon.feeBps / 100}% of the first visit after a text appears here once the visit is confirmed.`}
  />
)
