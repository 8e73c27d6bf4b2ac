import './clients.css'
import { People } from '@blueprintjs/icons'
import { useState } from 'react'
import { useRoute } from '../../host/routes.ts'
import { Loaded } from '../../kit/Loaded.tsx'
import { LoadMore } from '../../kit/LoadMore.tsx'
import { Panel } from '../../kit/Page.tsx'
import { SearchField } from '../../kit/SearchField.tsx'
import { Empty } from '../../kit/states.tsx'
import { useDebouncedValue } from '../../kit/useDebouncedValue.ts'
import { usePages } from '../../kit/usePages.ts'
import type { Salon } from '../salons/contract.ts'
import { ClientDialog } from './ClientDialog.tsx'
import { ClientTable } from './ClientTable.tsx'
import { type Reason, reasonLabels } from './eligible.ts'
import { WaterfallBar } from './WaterfallBar.tsx'

const isReason = (text: string | null): text is Reason => text !== null && text in reasonLabels

/** The stored clients, by reason and search. */
export function StoredClients({ salon }: { salon: Salon }) {
  const { params, set, close } = useRoute()
  const given = params.get('reason')
  const reason = isReason(given) ? given : null
  const [words, setWords] = useState('')
  const q = useDebouncedValue(words.trim(), 250)
  const all = usePages('clients', 'list', { id: salon.id })
  const chosen = { ...(reason && { reason }), ...(q && { q }) }
  const isAll = Object.keys(chosen).length === 0
  const found = usePages('clients', 'list', { id: salon.id, ...chosen }, { enabled: !isAll })
  const clients = isAll ? all : found
  // For a letter or a reason the server may answer with earlier counts.
  const waterfall = all.first?.waterfall
  const opened = params.get('client')
  return (
    <Panel flush title="Clients" className="sb-tall">
      <Loaded
        read={{
          ...clients,
          error: clients.error ?? all.error,
          data: clients.data && waterfall && { items: clients.data, waterfall },
        }}
        loading={{ text: 'Loading clients...', rows: 6 }}
        failed="Failed to load the clients"
        empty={{ when: ({ waterfall }) => total(waterfall) === 0, state: <NoClients /> }}
      >
        {({ items, waterfall }) => (
          <>
            <div className="sb-client-filters sb-wrap">
              <WaterfallBar
                counts={waterfall}
                chosen={reason}
                onChoose={(next) => set({ reason: next ?? undefined }, { replace: true })}
              />
              <SearchField placeholder="Search name or number..." value={words} onChange={setWords} />
            </div>
            {items.length === 0 ? (
              <Empty title="No client matches" hint="Change the search or the reason." />
            ) : (
              <ClientTable clients={items} onOpen={({ id }) => set({ client: id })} />
            )}
            <LoadMore more={clients.more} things="clients" />
          </>
        )}
      </Loaded>
      {opened && <ClientDialog salon={salon} clientId={opened} onClose={() => close('client')} />}
    </Panel>
  )
}

const total = (counts: Record<Reason, number>) => Object.values(counts).reduce((sum, one) => sum + one, 0)

const NoClients = () => (
  <Empty
    icon={<People size={32} title={false} />}
    title="No clients yet."
    hint="Upload the salon’s list of past customers."
  />
)
