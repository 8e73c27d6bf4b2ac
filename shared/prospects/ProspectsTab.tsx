import './prospects.css'
import { Button, Checkbox } from '@blueprintjs/core'
import { Shop } from '@blueprintjs/icons'
import { useCallback, useMemo, useRef } from 'react'
import { openFirstTexts } from '../campaigns/compose.ts'
import { FirstTexts } from '../campaigns/FirstTexts.tsx'
import { count } from '../formats.ts'
import { useRoute } from '../host/routes.ts'
import { Loaded } from '../kit/Loaded.tsx'
import { Page } from '../kit/Page.tsx'
import { SearchField } from '../kit/SearchField.tsx'
import { Empty } from '../kit/states.tsx'
import { toast } from '../kit/toasts.ts'
import type { ListHandle } from '../kit/useVirtualRows.ts'
import type { ContactStatus, ProspectRow } from './contract.ts'
import { useProspects, useReached, useSetStatus, useSetStatuses } from './data.ts'
import { ExportButton } from './ExportButton.tsx'
import { Filters } from './Filters.tsx'
import { modelOf, type ProspectModel, type Reached } from './model.ts'
import { ProspectTable } from './ProspectTable.tsx'
import { SelectionBar } from './SelectionBar.tsx'
import { Summary } from './Summary.tsx'
import { clearSelection, idsOf, indexesOf, untick, useTicked } from './selection.ts'
import { type ProspectSort, sortHeads } from './sorting.ts'
import { useFound } from './useFound.ts'
import { usePicked, useProspectKeys, useSelecting } from './useSelecting.ts'
import { type ProspectsView, useProspectsView } from './useView.ts'

const nobody: ProspectRow[] = []

/** Prospects: who there is, who gets a first text, and how far each has come. */
export function ProspectsTab() {
  const list = useProspects()
  const view = useProspectsView()
  const { search, reached: step } = view.filters
  const reached = useReached(step)
  const model = useMemo(() => modelOf(list.data ?? nobody), [list.data])
  const read = {
    data: list.data && !reached.pending && !reached.error ? model : undefined,
    error: list.data ? reached.error : list.error,
    refetch: () => (list.data ? reached.retry() : void list.refetch()),
  }
  return (
    <Page
      fixed
      title="Prospects"
      note="Salons from your imports. Choose who gets a first text and keep their status up to date."
      actions={
        list.data && (
          <>
            <SearchField
              placeholder="Search prospects..."
              value={search}
              onChange={(words) => view.setFilters({ search: words })}
            />
            <ExportButton model={model} reached={reached.ids} view={view} />
          </>
        )
      }
    >
      <Loaded
        read={read}
        loading={{ text: 'Loading prospects...', rowHeight: 64 }}
        failed="Failed to load prospects"
      >
        {(loaded) => <Prospects model={loaded} reached={reached.ids} view={view} />}
      </Loaded>
      <FirstTexts model={model} listed={list.data !== undefined} />
    </Page>
  )
}

function Prospects({
  model: newest,
  reached,
  view,
}: {
  model: ProspectModel
  reached: Reached
  view: ProspectsView
}) {
  const { go } = useRoute()
  const { filters } = view
  const current = useTicked((state) => state.current)
  const { model, found } = useFound(newest, reached, view)
  const handle = useRef<ListHandle>(null)
  const { mutate: setStatus } = useSetStatus()
  const picked = usePicked(model, found)
  const { ticks } = picked
  const selecting = useSelecting(model, found)
  const bulk = useSetStatuses(untick)

  const mark = (to: ContactStatus) => {
    if (ticks.count === 0) nothingToUpdate()
    else if (!bulk.isPending) bulk.mutate({ chosen: { model, indexes: indexesOf(ticks) }, to })
  }
  const marks = useRef<HTMLButtonElement>(null)
  const goToMarks = () => {
    if (ticks.count === 0) nothingToUpdate()
    else marks.current?.focus()
  }
  const firstTexts = () => {
    if (ticks.count === 0) toast.failure('No Selection', 'Please select prospects to text')
    else openFirstTexts(idsOf(ticks))
  }
  const onOpen = useCallback((prospect: ProspectRow) => go('sms', { number: prospect.phone }), [go])
  useProspectKeys({
    model,
    found,
    current,
    handle,
    selecting,
    onMark: goToMarks,
    onFirstTexts: firstTexts,
    onOpen,
  })

  return (
    <>
      <Filters model={model} view={view} />
      <Summary
        model={model}
        shown={found.length}
        reached={filters.reached}
        onAll={() => view.setFilters({ reached: '' })}
      />
      {found.length > 0 && (
        <SelectAll shown={found.length} picked={picked.shown} sort={view.sort} onChange={selecting.all} />
      )}
      {found.length > 0 ? (
        <ProspectTable
          model={model}
          found={found}
          view={view}
          marks={ticks.marks}
          current={current}
          handle={handle}
          onSelect={selecting.one}
          onStatus={setStatus}
          onOpen={onOpen}
        />
      ) : (
        <NoneFound empty={model.rows.length === 0} onClear={() => view.clearFilters({ search: true })} />
      )}
      {ticks.count > 0 && (
        <SelectionBar
          selected={ticks.count}
          hidden={ticks.count - picked.shown}
          onClear={clearSelection}
          marks={marks}
          onMark={mark}
          onFirstTexts={firstTexts}
        />
      )}
    </>
  )
}

const nothingToUpdate = () => toast.failure('No Selection', 'Please select prospects to update')

function SelectAll({
  shown,
  picked,
  sort,
  onChange,
}: {
  shown: number
  picked: number
  sort: ProspectSort
  onChange: (on: boolean) => void
}) {
  return (
    <div className="sb-select-all">
      <Checkbox
        label={`Select all ${count(shown)}`}
        checked={picked === shown}
        indeterminate={picked > 0 && picked < shown}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
      <span>
        Sorted by {sortHeads[sort.column].toLowerCase()}
        {sort.descending && ', descending'}
      </span>
    </div>
  )
}

function NoneFound({ empty, onClear }: { empty: boolean; onClear: () => void }) {
  const { go } = useRoute()
  return (
    <Empty
      icon={<Shop size={32} title={false} />}
      title="No prospects found matching your filters."
      hint={empty ? 'There are no prospects yet. They come from scraper exports you import.' : undefined}
      action={
        empty ? (
          <Button onClick={() => go('import')}>Import prospects</Button>
        ) : (
          <Button onClick={onClear}>Clear filters</Button>
        )
      }
    />
  )
}
