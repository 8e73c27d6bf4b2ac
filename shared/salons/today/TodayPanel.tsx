import './today.css'
import { Button } from '@blueprintjs/core'
import { ChevronDown, ChevronRight } from '@blueprintjs/icons'
import { useId, useState } from 'react'
import { plural, relativeTime } from '../../formats.ts'
import { salonPath } from '../../host/addresses.ts'
import { AppLink } from '../../kit/AppLink.tsx'
import { useRead } from '../../kit/data.ts'
import { Loaded } from '../../kit/Loaded.tsx'
import { Panel } from '../../kit/Page.tsx'
import { useKeepFocus } from '../../kit/useKeepFocus.ts'
import { useKeys } from '../../kit/useKeys.ts'
import { useNow } from '../../kit/useNow.ts'
import type { TodayItem } from './contract.ts'
import { GroupAction } from './GroupAction.tsx'
import { type Group, type GroupId, groupLabels, groupsOf } from './groups.ts'
import { moveInList } from './moveInList.ts'
import { actionOf, placeOf } from './places.ts'

/** Large lists are counted after the first answer. */
const COUNTING_MS = 5000

/** Everything to do at all salons by work: a row for each group, which opens to its tasks. */
export function TodayPanel() {
  const read = useRead('today', 'list', undefined, {
    refetchInterval: ({ state }) => state.data?.some((item) => item.count === null) && COUNTING_MS,
  })
  return (
    <Panel flush title="Today" className="sb-rigid" aside={<Total items={read.data} />}>
      <Loaded
        read={read}
        loading={{ text: 'Loading what waits...', rows: 3 }}
        failed="Failed to load what waits"
      >
        {(items) => (items.length === 0 ? <NothingWaits /> : <Groups groups={groupsOf(items)} />)}
      </Loaded>
    </Panel>
  )
}

const Total = ({ items }: { items: TodayItem[] | undefined }) =>
  items && items.length > 0 ? (
    <span className="sb-small sb-muted">{plural(items.length, 'thing')} to do</span>
  ) : null

const NothingWaits = () => (
  <p className="sb-today-none sb-muted">Nothing waits. Every salon is taken care of.</p>
)

function Groups({ groups }: { groups: readonly Group[] }) {
  const [opened, setOpened] = useState<readonly GroupId[]>([])
  const list = useKeepFocus<HTMLUListElement>(groups.map(({ id }) => id).join())
  const turn = (id: GroupId) =>
    setOpened(opened.includes(id) ? opened.filter((one) => one !== id) : [...opened, id])
  useKeys([
    {
      combo: 't',
      group: 'Lists',
      label: 'To what is to do today',
      run: () => moveInList(list.current, 'first'),
    },
  ])
  return (
    <ul
      className="sb-plain sb-today-list"
      aria-label="To do"
      ref={list}
      tabIndex={-1}
      onKeyDown={(event) => {
        if (event.ctrlKey || event.metaKey || event.altKey) return
        if (!moveInList(event.currentTarget, event.key)) return
        event.preventDefault()
        // Or the list of salons below moves as well.
        event.stopPropagation()
      }}
    >
      {groups.map((group) =>
        group.items.length === 1 ? (
          <Item key={group.id} item={group.items[0]} group={group} />
        ) : (
          <GroupRow
            key={group.id}
            group={group}
            isOpen={opened.includes(group.id)}
            onTurn={() => turn(group.id)}
          />
        ),
      )}
    </ul>
  )
}

interface GroupRowProps {
  group: Group
  isOpen: boolean
  onTurn: () => void
}

function GroupRow({ group, isOpen, onTurn }: GroupRowProps) {
  const rows = useId()
  const now = useNow()
  const { id, items, text, since } = group
  const Chevron = isOpen ? ChevronDown : ChevronRight
  return (
    <li data-group={id}>
      <Button
        variant="minimal"
        className="sb-today-turn"
        icon={<Chevron title={false} />}
        aria-expanded={isOpen}
        aria-controls={isOpen ? rows : undefined}
        onClick={onTurn}
      >
        <span className="sb-today-what sb-wrap sb-break">
          <b className="sb-strong">{groupLabels[id]}</b>
          <span className="sb-today-salon">{text}</span>
        </span>
      </Button>
      <span className="sb-small sb-muted sb-today-since">{since && relativeTime(since, now)}</span>
      <GroupAction group={group} />
      {isOpen && (
        <ul id={rows} className="sb-plain sb-today-rows" aria-label={groupLabels[id]}>
          {items.map((item) => (
            <Item key={`${item.salonId} ${item.kind} ${item.text}`} item={item} />
          ))}
        </ul>
      )}
    </li>
  )
}

/** Groups whose action is one press, also for one salon. */
const pressed: readonly GroupId[] = ['lists', 'texts']

/** One task with its action. `group`: the group that it is alone in. */
function Item({ item, group }: { item: TodayItem; group?: Group }) {
  const now = useNow()
  const { salonId, salonName, kind, text, since } = item
  return (
    <li data-kind={kind}>
      <span className="sb-today-what sb-wrap sb-break">
        <b className="sb-strong">{text}</b>
        {salonId && (
          <AppLink className="sb-salon-name sb-bold sb-today-salon" to={salonPath(salonId)}>
            {salonName}
          </AppLink>
        )}
      </span>
      <span className="sb-small sb-muted sb-today-since">{since && relativeTime(since, now)}</span>
      {group && pressed.includes(group.id) ? (
        <GroupAction group={group} />
      ) : (
        <AppLink
          className="bp6-button sb-today-act"
          to={placeOf(item)}
          aria-label={`${actionOf(item)}: ${salonName || text}`}
        >
          {actionOf(item)}
        </AppLink>
      )}
    </li>
  )
}
