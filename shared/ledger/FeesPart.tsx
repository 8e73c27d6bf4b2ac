import { BankAccount } from '@blueprintjs/icons'
import { Loaded } from '../kit/Loaded.tsx'
import { LoadMore } from '../kit/LoadMore.tsx'
import { Panel } from '../kit/Page.tsx'
import { Empty } from '../kit/states.tsx'
import type { Salon } from '../salons/contract.ts'
import { Disputes } from './Disputes.tsx'
import { LedgerTable } from './LedgerTable.tsx'
import { OwedPanel } from './OwedPanel.tsx'
import { StatementList } from './StatementList.tsx'
import { useLedger } from './useLedger.ts'

/** What a salon owes and why, its disputes and its statements. */
export function FeesPart({ salon }: { salon: Salon }) {
  const { more, ...read } = useLedger(salon.id)
  return (
    <div className="sb-fees">
      <OwedPanel salon={salon} read={read} />
      <Disputes salon={salon} />
      <StatementList salon={salon} />
      <Panel flush title="Ledger" className="sb-ledger">
        <Loaded
          read={read}
          loading={{ text: 'Loading fees...', rows: 6 }}
          failed="Failed to load the fees"
          empty={{ when: ({ items }) => items.length === 0, state: <NoFees salon={salon} /> }}
        >
          {({ items }) => (
            <>
              <LedgerTable salon={salon} entries={items} />
              <LoadMore more={more} things="entries" />
            </>
          )}
        </Loaded>
      </Panel>
    </div>
  )
}

const NoFees = ({ salon }: { salon: Salon }) => (
  <Empty
    icon={<BankAccount size={32} title={false} />}
    title="No fees yet."
    hint={`${salon.feeBps / 100}% of the first visit after a text appears here once the visit is confirmed.`}
  />
)
