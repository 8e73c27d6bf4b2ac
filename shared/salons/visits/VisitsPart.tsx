import './visits.css'
import { Button, SegmentedControl } from '@blueprintjs/core'
import { Calendar, Plus } from '@blueprintjs/icons'
import type { ReactNode } from 'react'
import { useRoute } from '../../host/routes.ts'
import { isEmpty, Loaded } from '../../kit/Loaded.tsx'
import { LoadMore } from '../../kit/LoadMore.tsx'
import { MayCall } from '../../kit/MayCall.tsx'
import { Panel } from '../../kit/Page.tsx'
import { Empty } from '../../kit/states.tsx'
import { usePages } from '../../kit/usePages.ts'
import type { Salon } from '../salons/contract.ts'
import { AddVisitDialog } from './AddVisitDialog.tsx'
import { filterLabels, type ShownFilter } from './labels.ts'
import { UnsettledNumbers } from './UnsettledNumbers.tsx'
import { VisitDialog } from './VisitDialog.tsx'
import { VisitTable } from './VisitTable.tsx'

const isFilter = (text: string | null): text is ShownFilter => text !== null && text in filterLabels

/** Who booked and who came, with the evidence and whether a fee is owed. */
export function VisitsPart({ salon, actions }: { salon: Salon; actions?: ReactNode }) {
  const { params, set, close } = useRoute()
  const given = params.get('state')
  const shown = isFilter(given) ? given : 'to_decide'
  const read = usePages('visits', 'list', { id: salon.id, ...(shown !== 'all' && { state: shown }) })
  const opened = read.data?.find(({ id }) => id === params.get('visit'))
  return (
    <Panel
      flush
      title="Visits"
      className="sb-tall sb-visits"
      aside={
        <span className="sb-buttons">
          {actions}
          <MayCall call="visits.create">
            <Button icon={<Plus title={false} />} onClick={() => set({ add: 'visit' })}>
              Add visit
            </Button>
          </MayCall>
        </span>
      }
    >
      <UnsettledNumbers salon={salon} />
      <Filter shown={shown} onChange={(state) => set({ state }, { replace: true })} />
      <Loaded
        read={read}
        loading={{ text: 'Loading visits...', rows: 6 }}
        failed="Failed to load the visits"
        empty={{ when: isEmpty, state: <NoVisits shown={shown} /> }}
      >
        {(visits) => (
          <>
            <VisitTable salon={salon} visits={visits} onOpen={({ id }) => set({ visit: id })} />
            <LoadMore more={read.more} things="visits" />
          </>
        )}
      </Loaded>
      {opened && <VisitDialog salon={salon} visit={opened} onClose={() => close('visit')} />}
      {params.get('add') === 'visit' && (
        <MayCall call="visits.create">
          <AddVisitDialog
            salon={salon}
            clientId={params.get('client')}
            onChoose={(client) => set({ client }, { replace: true })}
            onClose={() => close('add', 'client')}
          />
        </MayCall>
      )}
    </Panel>
  )
}

const Filter = ({ shown, onChange }: { shown: ShownFilter; onChange: (state: ShownFilter) => void }) => (
  <div className="sb-visit-filter">
    <SegmentedControl
      size="small"
      aria-label="Which visits"
      value={shown}
      onValueChange={(value) => isFilter(value) && onChange(value)}
      options={Object.entries(filterLabels).map(([value, label]) => ({ value, label }))}
    />
  </div>
)

const NoVisits = ({ shown }: { shown: ShownFilter }) => (
  <Empty
    icon={<Calendar size={32} title={false} />}
    title={shown === 'to_decide' ? 'No visits to decide.' : 'No visits here.'}
    hint="Bookings come from replies, the owner and newer lists."
  />
)
