import './prospects.css'
import { Button, Checkbox } from '@blueprintjs/core'
import { Shop } from '@blueprintjs/icons'
import { useCallback, useDeferredValue, useEffect, useMemo, useRef } from 'react'
import { openFirstTexts } from '../campaigns/compose.ts'
import { FirstTextsDrawer } from '../campaigns/FirstTextsDrawer.tsx'
import { count } from '../formats.ts'
import { useRoute } from '../host/routes.ts'
import { Loaded } from '../kit/Loaded.tsx'
import { Page } from '../kit/Page.tsx'
import { SearchField } from '../kit/SearchField.tsx'
import { Empty } from '../kit/states.tsx'
import { toast } from '../kit/toasts.ts'
import { useLatest } from '../kit/useLatest.ts'
import type { ListHandle } from '../kit/useVirtualRows.ts'
import { FunnelStep } from '../metrics/contract.ts'
import type { ContactStatus, Prospect } from './contract.ts'
import { useProspects, useReached, useSetStatus, useSetStatuses } from './data.ts'
import { ExportButton } from './ExportButton.tsx'
import { Filters } from './Filters.tsx'
import { filterProspects, modelOf, noFilters, type ProspectModel, type Reached } from './model.ts'
import { ProspectList } from './ProspectList.tsx'
import { contactStatuses } from './rules.ts'
import { SelectionBar } from './SelectionBar.tsx'
import { Summary } from './Summary.tsx'
import { clearFilters, clearSelection, setFilters, useProspectView } from './selection.ts'
import { usePicked, useProspectKeys, useSelecting } from './useSelecting.ts'

const nobody: Prospect[] = []

/** Prospects: who there is, who gets a first text, and how far each has come. */
export function ProspectsTab() {
  const list = useProspects()
  const { search, reached: step } = useProspectView((view) => view.filters)
  const reached = useReached(step)
  const model = useMemo(() => modelOf(list.data ?? nobody), [list.data])
  useLinkedFilters()
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
              onChange={(words) => setFilters({ search: words })}
            />
            <ExportButton model={model} reached={reached.ids} />
          </>
        )
      }
    >
      <Loaded
        read={read}
        loading={{ text: 'Loading prospects...', rowHeight: 64 }}
        failed="Failed to load prospects"
      >
        {(loaded) => <Prospects model={loaded} reached={reached.ids} />}
      </Loaded>
      <FirstTextsDrawer model={model} />
    </Page>
  )
}

/** A link from another tab may ask for a status, a step of the funnel or search words: then for these and no others. */
function useLinkedFilters() {
  const { params } = useRoute()
  const status = params.get('status')
  const step = params.get('reached')
  const words = params.get('search')
  useEffect(() => {
    if (status === null && step === null && words === null) return
    setFilters({
      ...noFilters,
      status: (['none', ...contactStatuses] as const).find((one) => one === status) ?? '',
      reached: FunnelStep.options.find((one) => one === step) ?? '',
      search: words ?? '',
    })
  }, [status, step, words])
}

/** The filtered rows. A pass over 100,000 takes a few milliseconds; typing never waits for it. */
function useFound(model: ProspectModel, reached: Reached): Uint32Array {
  const filters = useProspectView((view) => view.filters)
  const later = useDeferredValue(filters)
  return useMemo(() => filterProspects(model, later, reached), [model, later, reached])
}

function Prospects({ model, reached }: { model: ProspectModel; reached: Reached }) {
  const { go } = useRoute()
  const { filters, selected, current } = useProspectView()
  const found = useFound(model, reached)
  const handle = useRef<ListHandle>(null)
  const { mutate: setStatus } = useSetStatus()
  const picked = usePicked(model, found, selected)
  const selecting = useSelecting(model, found)
  const bulk = useSetStatuses(clearSelection)

  const picks = () => [...selected].filter((id) => model.indexOf.has(id))
  const mark = (to: ContactStatus) => {
    if (picked.count === 0) nothingToUpdate()
    else if (!bulk.isPending) bulk.mutate({ ids: picks(), to })
  }
  const marks = useRef<HTMLButtonElement>(null)
  const goToMarks = () => {
    if (picked.count === 0) nothingToUpdate()
    else marks.current?.focus()
  }
  const firstTexts = () => {
    if (picked.count === 0) toast.failure('No Selection', 'Please select prospects to text')
    else openFirstTexts(picks())
  }
  const onStatus = useCallback(
    (prospect: Prospect, to: ContactStatus | null) =>
      setStatus({ id: prospect.id, from: prospect.contactStatus, to }),
    [setStatus],
  )
  const latest = useLatest(go)
  const onOpen = useCallback(
    (prospect: Prospect) => latest.current('sms', { number: prospect.phone }),
    [latest],
  )
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
      <Filters model={model} filters={filters} />
      <Summary model={model} shown={found.length} reached={filters.reached} />
      {found.length > 0 && <SelectAll shown={found.length} picked={picked.shown} onChange={selecting.all} />}
      {found.length > 0 ? (
        <ProspectList
          rows={model.rows}
          found={found}
          selected={selected}
          current={current}
          handle={handle}
          onSelect={selecting.one}
          onStatus={onStatus}
          onOpen={onOpen}
        />
      ) : (
        <NoneFound empty={model.rows.length === 0} />
      )}
      {picked.count > 0 && (
        <SelectionBar
          selected={picked.count}
          hidden={picked.count - picked.shown}
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
  onChange,
}: {
  shown: number
  picked: number
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
      <span>Sorted by name</span>
    </div>
  )
}

function NoneFound({ empty }: { empty: boolean }) {
  const { go } = useRoute()
  const clear = () => {
    clearFilters()
    setFilters({ search: '' })
  }
  return (
    <Empty
      icon={<Shop size={32} title={false} />}
      title="No prospects found matching your filters."
      hint={empty ? 'There are no prospects yet. They come from scraper exports you import.' : undefined}
      action={
        empty ? (
          <Button onClick={() => go('import')}>Import prospects</Button>
        ) : (
          <Button onClick={clear}>Clear filters</Button>
        )
      }
    />
  )
}
