import './prospects.css'
import './filters.css'
import './prospectTable.css'
import { Button, Checkbox } from '@blueprintjs/core'
import { Shop } from '@blueprintjs/icons'
import { useCallback, useMemo, useRef, useState } from 'react'
import { type ContactStatus, statusLabel } from '../../core/inbox/contactStatus.ts'
import { useSetStatus } from '../../core/inbox/setStatus.ts'
import { count, plural } from '../../formats.ts'
import { useRoute } from '../../host/routes.ts'
import { ConfirmDialog } from '../../kit/ConfirmDialog.tsx'
import { Loaded } from '../../kit/Loaded.tsx'
import { useMayCall } from '../../kit/MayCall.tsx'
import { Page } from '../../kit/Page.tsx'
import { SearchField } from '../../kit/SearchField.tsx'
import { Empty } from '../../kit/states.tsx'
import { toast } from '../../kit/toasts.ts'
import type { ListHandle } from '../../kit/useVirtualRows.ts'
import { openFirstTexts } from '../firstTexts/compose.ts'
import { FirstTexts } from '../firstTexts/FirstTexts.tsx'
import type { Prospect } from './contract.ts'
import { type BulkStatusChange, useProspects, useReached, useSetStatuses } from './data.ts'
import { ExportButton } from './ExportButton.tsx'
import { Filters } from './Filters.tsx'
import type { Reached } from './filters.ts'
import { ProspectTable } from './ProspectTable.tsx'
import { SelectionBar } from './SelectionBar.tsx'
import { Summary } from './Summary.tsx'
import { clearSelection, select, useSelection } from './selection.ts'
import { type ProspectSort, sortHeads } from './sorting.ts'
import { useProspectKeys, useSelecting } from './useListActions.ts'
import { useShownProspects } from './useShownProspects.ts'
import { type ProspectsView, useProspectsView } from './useView.ts'

const none: Prospect[] = []

/** The Prospects tab: find prospects, set their status, send first texts. */
export function ProspectsTab() {
  const list = useProspects()
  const view = useProspectsView()
  const { search, reached: step } = view.filters
  const reached = useReached(step)
  const prospects = list.data ?? none
  const read = {
    data: list.data && !reached.pending && !reached.error ? list.data : undefined,
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
              onChange={(text) => view.setFilters({ search: text })}
            />
            <ExportButton prospects={prospects} reached={reached.ids} view={view} />
          </>
        )
      }
    >
      <Loaded
        read={read}
        loading={{ text: 'Loading prospects...', rowHeight: 64 }}
        failed="Failed to load prospects"
      >
        {(loaded) => <ProspectList prospects={loaded} reached={reached.ids} view={view} />}
      </Loaded>
      <FirstTexts prospects={prospects} listed={list.data !== undefined} onStarted={clearSelection} />
    </Page>
  )
}

interface ProspectListProps {
  prospects: Prospect[]
  reached: Reached
  view: ProspectsView
}

function ProspectList({ prospects, reached, view }: ProspectListProps) {
  const { go } = useRoute()
  const { selected, current } = useSelection()
  const shown = useShownProspects(prospects, reached, view)
  const { selectedIds, selectedShown } = useSelected(prospects, shown, selected)
  const handle = useRef<ListHandle>(null)
  const { mutate: setStatus } = useSetStatus()
  const selecting = useSelecting(shown)
  const { mark, firstMark, focusMarks, firstTexts, question } = useBulkActions(selectedIds)
  const onOpen = useCallback((prospect: Prospect) => go('sms', { number: prospect.phone }), [go])
  useProspectKeys({
    shown,
    current,
    handle,
    selecting,
    onMark: focusMarks,
    onFirstTexts: firstTexts,
    onOpen,
  })

  return (
    <>
      <Filters prospects={prospects} view={view} />
      <Summary
        prospects={prospects}
        shown={shown.length}
        reached={view.filters.reached}
        onAll={() => view.setFilters({ reached: '' })}
      />
      {shown.length > 0 && (
        <SelectAll shown={shown.length} selected={selectedShown} sort={view.sort} onChange={selecting.all} />
      )}
      {shown.length > 0 ? (
        <ProspectTable
          prospects={shown}
          view={view}
          selected={selected}
          current={current}
          handle={handle}
          onSelect={selecting.one}
          onStatus={setStatus}
          onOpen={onOpen}
        />
      ) : (
        <NoneFound empty={prospects.length === 0} onClear={() => view.clearFilters({ search: true })} />
      )}
      {selectedIds.length > 0 && (
        <SelectionBar
          selected={selectedIds.length}
          hidden={selectedIds.length - selectedShown}
          onClear={clearSelection}
          firstMark={firstMark}
          onMark={mark}
          onFirstTexts={firstTexts}
        />
      )}
      {question}
    </>
  )
}

/** More prospects are marked only after a question. */
const MARKS_WITHOUT_QUESTION = 100

interface BulkQuestionProps {
  change: BulkStatusChange
  onConfirm: (change: BulkStatusChange) => void
  onCancel: () => void
}

function BulkQuestion({ change, onConfirm, onCancel }: BulkQuestionProps) {
  const many = plural(change.ids.length, 'prospect')
  return (
    <ConfirmDialog
      isOpen
      question={`Set ${many} to ${statusLabel(change.to)}?`}
      confirm={`Set ${many}`}
      onConfirm={() => onConfirm(change)}
      onCancel={onCancel}
    >
      <p>You can undo this for ten seconds.</p>
    </ConfirmDialog>
  )
}

/** Actions on the selected prospects: set their status, focus the Mark buttons, open the drawer of first texts. */
function useBulkActions(selectedIds: string[]) {
  const bulk = useSetStatuses((ids) => select(ids, false))
  const firstMark = useRef<HTMLButtonElement>(null)
  const mayStart = useMayCall('firstTexts.start')
  const [asked, setAsked] = useState<BulkStatusChange | null>(null)
  const change = (asked: BulkStatusChange) => {
    setAsked(null)
    if (!bulk.isPending) bulk.mutate(asked)
  }
  return {
    firstMark,
    mark: (to: ContactStatus | null) => {
      const wanted = { ids: selectedIds, to }
      if (selectedIds.length > MARKS_WITHOUT_QUESTION) setAsked(wanted)
      else change(wanted)
    },
    question: asked && <BulkQuestion change={asked} onConfirm={change} onCancel={() => setAsked(null)} />,
    focusMarks: () => {
      if (requireSelection(selectedIds, 'update')) firstMark.current?.focus()
    },
    firstTexts: () => {
      if (!mayStart) toast.note('Not sent', 'Only an admin can send first texts.')
      else if (requireSelection(selectedIds, 'text')) openFirstTexts(selectedIds)
    },
  }
}

/** The selected ids in the order of the list, without deleted prospects, and how many of them pass the filters. */
function useSelected(
  prospects: readonly Prospect[],
  shown: readonly Prospect[],
  selected: ReadonlySet<string>,
) {
  const selectedIds = useMemo(
    () => prospects.filter(({ id }) => selected.has(id)).map(({ id }) => id),
    [prospects, selected],
  )
  const selectedShown = useMemo(
    () => shown.reduce((sum, { id }) => sum + Number(selected.has(id)), 0),
    [shown, selected],
  )
  return { selectedIds, selectedShown }
}

/** Shows a toast and returns false if nothing is selected. */
function requireSelection(ids: readonly string[], action: string): boolean {
  if (ids.length === 0) toast.failure('No Selection', `Please select prospects to ${action}`)
  return ids.length > 0
}

interface SelectAllProps {
  shown: number
  selected: number
  sort: ProspectSort
  onChange: (on: boolean) => void
}

function SelectAll({ shown, selected, sort, onChange }: SelectAllProps) {
  return (
    <div className="sb-select-all sb-row">
      <Checkbox
        label={`Select all ${count(shown)}`}
        checked={selected === shown}
        indeterminate={selected > 0 && selected < shown}
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
      hint={empty ? 'There are no prospects yet. Import a scraper export to add some.' : undefined}
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
