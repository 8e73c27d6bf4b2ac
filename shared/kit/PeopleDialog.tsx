import { Dialog, DialogBody } from '@blueprintjs/core'
import type { ReactNode } from 'react'
import { dateTime } from '../formats.ts'
import { isEmpty, Loaded } from './Loaded.tsx'
import { LoadMore } from './LoadMore.tsx'
import { NumberLink } from './NumberLink.tsx'
import { Empty } from './states.tsx'
import type { usePages } from './usePages.ts'

interface Person {
  phone: string
  at: string
}

interface Props<P extends Person> {
  title: string
  note: string
  /** What the rows are, as a plural in lower case: `clients`. */
  things: string
  pages: Omit<ReturnType<typeof usePages<P, { items: P[]; nextCursor: string | null }>>, 'first'>
  /** The name of a person, as a link. */
  name: (person: P) => ReactNode
  onClose: () => void
}

/** The people behind a figure, latest first, by pages. */
export function PeopleDialog<P extends Person>({ title, note, things, pages, name, onClose }: Props<P>) {
  const { items: data, error, refetch, more } = pages
  return (
    <Dialog isOpen title={title} onClose={onClose} shouldReturnFocusOnClose>
      <DialogBody>
        <p className="sb-muted">{note}</p>
        <Loaded
          read={{ data, error, refetch }}
          loading={{ text: `Loading ${things}...`, rows: 6 }}
          failed={`Failed to load the ${things}`}
          empty={{ when: isEmpty, state: <Empty title={`No ${things} left.`} hint="They were erased." /> }}
        >
          {(people) => (
            <ul className="sb-people" aria-label={things[0]?.toUpperCase() + things.slice(1)}>
              {people.map((person) => (
                <li key={person.phone}>
                  {name(person)}
                  <NumberLink number={person.phone} />
                  <span className="sb-small sb-muted">{dateTime(person.at)}</span>
                </li>
              ))}
            </ul>
          )}
        </Loaded>
        <LoadMore more={more} things={things} />
      </DialogBody>
    </Dialog>
  )
}
