import './today.css'
import { Button } from '@blueprintjs/core'
import { useState } from 'react'
import { plural, relativeTime } from '../../formats.ts'
import { connectPath, pathOf, repliesPath, salonPath } from '../../host/addresses.ts'
import { AppLink } from '../../kit/AppLink.tsx'
import { useRead } from '../../kit/data.ts'
import { Loaded } from '../../kit/Loaded.tsx'
import { Panel } from '../../kit/Page.tsx'
import { useNow } from '../../kit/useNow.ts'
import type { TodoKind } from '../salons/todos.ts'
import type { TodayItem } from './contract.ts'

/** The one action of each kind: its label, and the part of the salon's page or the path where it is done. */
const actions: Record<TodoKind, readonly [label: string, place: string]> = {
  receiverOff: ['Look at it', connectPath],
  replies: ['Answer', repliesPath],
  calls: ['See who', 'overview'],
  disputes: ['Decide', 'fees'],
  campaignPaused: ['Look at it', 'campaigns'],
  optOutRequests: ['Decide', pathOf('dash', { show: 'optouts' })],
  ownerNotReached: ['Check number', 'settings'],
  amountUnit: ['Choose', connectPath],
  shopNumbers: ['Look at it', 'visits'],
  optOuts: ['Look at it', 'campaigns'],
  visits: ['Decide', 'visits'],
  overdue: ['See fees', 'fees'],
  agreement: ['Send it', 'overview'],
  number: ['Get it', 'overview'],
  list: ['Upload', 'clients'],
  offerChanges: ['Change it', 'offer'],
  offerWithOwner: ['Ask again', 'offer'],
  offer: ['Open it', 'offer'],
  statement: ['Issue it', 'fees'],
  listOld: ['Ask', 'clients'],
}

const placeOf = ({ kind, salonId }: TodayItem) => {
  const place = actions[kind][1]
  if (place === repliesPath) return `${repliesPath}?salon=${salonId}`
  return place.startsWith('/') || salonId === null ? place : salonPath(salonId, place)
}

/** Rows that are shown before *Show all*. */
const FIRST = 8

/** Everything to do at all salons: one row each, with its one action. */
export function TodayPanel() {
  const read = useRead('today', 'list')
  return (
    <Panel flush title="Today" className="sb-rigid" aside={<Total items={read.data} />}>
      <Loaded
        read={read}
        loading={{ text: 'Loading what waits...', rows: 3 }}
        failed="Failed to load what waits"
      >
        {(items) => (items.length === 0 ? <NothingWaits /> : <Items items={items} />)}
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

function Items({ items }: { items: TodayItem[] }) {
  const [isWhole, setWhole] = useState(false)
  const shown = isWhole ? items : items.slice(0, FIRST)
  return (
    <>
      <ul className="sb-plain sb-today-list" aria-label="To do">
        {shown.map((item) => (
          <Item key={`${item.salonId} ${item.kind} ${item.text}`} item={item} />
        ))}
      </ul>
      {shown.length < items.length && (
        <Button className="sb-more" variant="minimal" onClick={() => setWhole(true)}>
          Show all {items.length}
        </Button>
      )}
    </>
  )
}

function Item({ item }: { item: TodayItem }) {
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
      <AppLink
        className="bp6-button sb-today-act"
        to={placeOf(item)}
        aria-label={`${actions[kind][0]}: ${salonName || text}`}
      >
        {actions[kind][0]}
      </AppLink>
    </li>
  )
}
