import './salons.css'
import { Button } from '@blueprintjs/core'
import { Cut, Plus } from '@blueprintjs/icons'
import { type ReactNode, useState } from 'react'
import { count, money } from '../../formats.ts'
import { salonPath } from '../../host/addresses.ts'
import { useRoute } from '../../host/routes.ts'
import { AppLink } from '../../kit/AppLink.tsx'
import { columnHelper, DataTable } from '../../kit/DataTable.tsx'
import { useRead } from '../../kit/data.ts'
import { isEmpty, Loaded } from '../../kit/Loaded.tsx'
import { LoadMore, type More } from '../../kit/LoadMore.tsx'
import { MayCall } from '../../kit/MayCall.tsx'
import { Page, Panel } from '../../kit/Page.tsx'
import { SearchField } from '../../kit/SearchField.tsx'
import { Empty } from '../../kit/states.tsx'
import { useDebouncedValue } from '../../kit/useDebouncedValue.ts'
import { useListKeys } from '../../kit/useListKeys.ts'
import { useNarrow, usePhone } from '../../kit/useMedia.ts'
import { type Salon, SalonSort } from './contract.ts'
import { SalonBadge } from './SalonBadge.tsx'
import { SalonDialog } from './SalonDialog.tsx'
import { nextSalonSort, parseSalonSort, useSalonList } from './useSalonList.ts'

const Count = ({ value }: { value: number }) => (
  <span className={value === 0 ? 'sb-faint' : undefined}>{count(value)}</span>
)

const Sum = ({ sum, salon }: { sum: number; salon: Salon }) => (
  <span className={sum === 0 ? 'sb-faint' : undefined}>{money(sum, salon.currency)}</span>
)

function EligibleCount({ salonId }: { salonId: string }) {
  const { data, error } = useRead('clients', 'countEligible', { id: salonId })
  if (data) return <Count value={data.eligible} />
  return <span className="sb-faint">{error ? '–' : '…'}</span>
}

/** A paused or closed salon has no next step but that it is so. */
const canAct = ({ state, nextStep }: Salon) => nextStep.toLowerCase() !== state

const number = { className: 'sb-num sb-right' }
const unsorted = { unsorted: true }

const column = columnHelper<Salon>()
const countColumn = (name: 'clients' | 'repliesWaiting' | 'campaignsRunning', header: string) =>
  column.accessor(`counts.${name}`, {
    id: name,
    header,
    cell: (cell) => <Count value={cell.getValue()} />,
    meta: number,
  })
const facts = column.columns([
  column.accessor('name', {
    header: 'Salon',
    cell: ({ row: { original } }) => (
      <>
        <AppLink className="sb-salon-name sb-bold" to={salonPath(original.id)}>
          {original.name}
        </AppLink>
        <span className="sb-second">{original.ownerName}</span>
      </>
    ),
  }),
  column.accessor('state', {
    header: 'State',
    cell: (cell) => <SalonBadge state={cell.getValue()} />,
    meta: unsorted,
  }),
  countColumn('clients', 'Clients'),
  column.display({
    id: 'eligible',
    header: 'Eligible',
    cell: ({ row: { original } }) => <EligibleCount salonId={original.id} />,
    meta: { ...number, ...unsorted },
  }),
  countColumn('repliesWaiting', 'Replies waiting'),
  countColumn('campaignsRunning', 'Running campaigns'),
])

const sums = [
  ['later', 'Not yet payable'],
  ['owed', 'Payable'],
  ['outstanding', 'Outstanding'],
] as const

const sumColumns = sums.map(([name, header]) =>
  column.accessor(`counts.${name}`, {
    id: name,
    header,
    cell: ({ row: { original } }) => <Sum sum={original.counts[name]} salon={original} />,
    meta: number,
  }),
)

/** The three sums in one column, for tablets. Running campaigns are left out: the next step says so. */
const moneyColumn = column.display({
  id: 'money',
  header: 'Money',
  cell: ({ row: { original } }) =>
    sums.map(([name, header]) => (
      <span key={name} className="sb-salon-sum">
        {header} <Sum sum={original.counts[name]} salon={original} />
      </span>
    )),
  meta: { className: 'sb-right', ...unsorted },
})

const nextStep = column.accessor('nextStep', {
  header: 'Next step',
  cell: ({ row: { original } }) => (
    <span className={canAct(original) ? undefined : 'sb-faint'}>{original.nextStep}</span>
  ),
  meta: unsorted,
})

const wideColumns = column.columns([...facts, ...sumColumns, nextStep])
const narrowColumns = column.columns([
  ...facts.filter(({ id }) => id !== 'campaignsRunning'),
  moneyColumn,
  nextStep,
])

const rowId = (salon: Salon) => salon.id

/** The salons we text for, newest first or sorted; `above` and `below` are shown once there are some. */
export function SalonList({ above, below }: { above?: ReactNode; below?: ReactNode }) {
  const { params, set, close } = useRoute<'salons'>()
  const [words, setWords] = useState('')
  const search = useDebouncedValue(words.trim(), 250)
  const read = useSalonList({ search, sort: parseSalonSort(params.get('sort')) })
  return (
    <Page
      title="Salons"
      note="The salons we text for, and the next step for each."
      actions={
        <MayCall call="salons.create">
          <Button intent="primary" icon={<Plus title={false} />} onClick={() => set({ add: 'salon' })}>
            Add salon
          </Button>
        </MayCall>
      }
    >
      <Loaded
        read={read}
        loading={{ text: 'Loading salons...', rowHeight: 54 }}
        failed="Failed to load salons"
        empty={{ when: (salons) => isEmpty(salons) && search === '', state: <NoSalons /> }}
      >
        {(salons) => (
          <>
            {above}
            <Panel
              flush
              title="All salons"
              className="sb-tall sb-salon-table sb-rigid"
              aside={<SearchField placeholder="Search salon or owner..." value={words} onChange={setWords} />}
            >
              {salons.length === 0 ? (
                <Empty title="No salon matches" hint="Search the name of the salon or of its owner." />
              ) : (
                <Salons salons={salons} more={read.more} />
              )}
            </Panel>
            {below}
          </>
        )}
      </Loaded>
      {params.get('add') === 'salon' && (
        <MayCall call="salons.create">
          <SalonDialog title="Add salon" onClose={() => close('add')} />
        </MayCall>
      )}
    </Page>
  )
}

function NoSalons() {
  const { go } = useRoute<'salons'>()
  return (
    <Empty
      icon={<Cut size={32} title={false} />}
      title="No salons yet."
      hint="Add one, or turn a waitlist response into one."
      action={<Button onClick={() => go('waitlist')}>Open the waitlist</Button>}
    />
  )
}

function Salons({ salons, more }: { salons: Salon[]; more: More }) {
  const { open, params, set } = useRoute<'salons'>()
  const sort = parseSalonSort(params.get('sort'))
  const onSort = (pressed: string) => {
    if (SalonSort.safeParse(pressed).success) set({ sort: nextSalonSort(sort, pressed) }, { replace: true })
  }
  const show = ({ id }: Salon) => open(salonPath(id))
  const isNarrow = useNarrow()
  const isPhone = usePhone()
  const active = useListKeys({ items: salons, rowId, onOpen: show, verb: 'Open salon' })
  return (
    <>
      <DataTable
        label="Salons"
        columns={isNarrow && !isPhone ? narrowColumns : wideColumns}
        rows={salons}
        rowId={rowId}
        rowHeight={54}
        selected={active}
        onOpen={show}
        sort={{ by: sort?.by ?? '', descending: sort?.descending ?? true, onSort }}
      />
      <LoadMore more={more} things="salons" />
    </>
  )
}
