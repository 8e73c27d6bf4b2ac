import { Person as PersonIcon } from '@blueprintjs/icons'
import { useMemo } from 'react'
import { DeliveryState } from '../../core/inbox/DeliveryState.tsx'
import { deliveries } from '../../core/inbox/delivery.ts'
import { dayHeading, sameDay } from '../../core/inbox/messageTimes.ts'
import type { OutboundStatus } from '../../core/messages/text.ts'
import { dateTime, timeOfDay } from '../../formats.ts'
import { pathOf, salonPath } from '../../host/addresses.ts'
import { AppLink } from '../../kit/AppLink.tsx'
import { Loaded } from '../../kit/Loaded.tsx'
import { LoadMore } from '../../kit/LoadMore.tsx'
import { Panel } from '../../kit/Page.tsx'
import { Empty } from '../../kit/states.tsx'
import { useNow } from '../../kit/useNow.ts'
import { usePages } from '../../kit/usePages.ts'
import type { Person, PersonEntry } from './contract.ts'
import { entryIcons, refusalIcon } from './entryIcons.ts'
import { sourceOf, titleOf, wordsOf } from './entryWords.ts'

/** What happened with a number, newest first, by days. */
export function Timeline({ person: { phone: number } }: { person: Person }) {
  const pages = usePages('people', 'timeline', { number })
  if (pages.data?.length === 0) return <Unknown />
  return (
    <Panel title="Time line">
      <Loaded
        read={pages}
        loading={{ text: 'Loading what happened...', rows: 6, rowHeight: 58 }}
        failed="Failed to load what happened"
      >
        {(entries) => (
          <>
            <Days entries={entries} />
            <LoadMore more={pages.more} things="entries" />
          </>
        )}
      </Loaded>
    </Panel>
  )
}

const Unknown = () => (
  <Empty
    icon={<PersonIcon size={32} title={false} />}
    title="Nothing is known of this number"
    hint="It is on no list, and no text came from it or went to it."
  />
)

/** Entries of one day, in their order. */
function byDay(entries: PersonEntry[]): PersonEntry[][] {
  const days: PersonEntry[][] = []
  for (const entry of entries) {
    const day = days.at(-1)
    if (day?.[0] && sameDay(day[0].at, entry.at)) day.push(entry)
    else days.push([entry])
  }
  return days
}

function Days({ entries }: { entries: PersonEntry[] }) {
  const now = useNow()
  const days = useMemo(() => byDay(entries), [entries])
  return days.map((day) => {
    const at = day[0]?.at ?? ''
    return (
      <section key={at} className="sb-person-day">
        <h4>{dayHeading(at, now)}</h4>
        <ol>
          {day.map((entry) => (
            <Entry key={`${entry.kind} ${entry.id}`} entry={entry} />
          ))}
        </ol>
      </section>
    )
  })
}

const isDelivery = (state: string | null): state is OutboundStatus => state !== null && state in deliveries

function Entry({ entry }: { entry: PersonEntry }) {
  const { kind, state, at, by, salon } = entry
  const Icon = isRefusal(entry) ? refusalIcon : entryIcons[kind]
  const words = wordsOf(entry)
  const source = sourceOf(entry)
  return (
    <li className="sb-person-entry sb-tight" data-kind={kind}>
      <Icon size={14} title={false} />
      <div>
        <p className="sb-person-what sb-wrap sb-break">
          <b>
            <Title entry={entry} />
          </b>
          {salon && <AppLink to={salonPath(salon.id)}>{salon.name}</AppLink>}
          {source && <span className="sb-muted">{source}</span>}
          {by && <span className="sb-muted">by {by}</span>}
          {kind === 'sent' && isDelivery(state) && <DeliveryState status={state} />}
        </p>
        {words && <p className="sb-person-words sb-muted sb-break">{words}</p>}
      </div>
      <time className="sb-num sb-faint" dateTime={at} title={dateTime(at)}>
        {timeOfDay(at)}
      </time>
    </li>
  )
}

/** Messages and questionnaires open where staff work on them. */
function Title({ entry }: { entry: PersonEntry }) {
  const title = titleOf(entry)
  if (entry.kind === 'contact')
    return <AppLink to={pathOf('contact', { message: entry.id })}>{title}</AppLink>
  if (entry.kind === 'questionnaire')
    return <AppLink to={pathOf('waitlist', { response: entry.id })}>{title}</AppLink>
  return title
}

const isRefusal = ({ kind, state }: PersonEntry) =>
  (kind === 'consent' || kind === 'received' || kind === 'salon_consent') &&
  (state === 'opt_out' || state === 'objection' || state === 'withdrawn')
