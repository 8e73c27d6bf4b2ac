import { Dialog, DialogBody } from '@blueprintjs/core'
import type { ReactNode } from 'react'
import { dateTime } from '../formats.ts'
import { isEmpty, Loaded, type Read } from './Loaded.tsx'
import { LoadMore, type More } from './LoadMore.tsx'
import { NumberLink } from './NumberLink.tsx'
import { Empty } from './states.tsx'

interface Person {
  phone: string
  at: string
}

interface Props<P extends Person> {
  title: string
  note: string
  /** What the rows are, as a plural in lower case: `clients`. */
  things: string
  pages: Read<P[]> & { more: More }
  /** The name of a person, as a link. */
  name: (person: P) => ReactNode
  onClose: () => void
}

/** The people behind a figure, latest first, by pages. */
export function PeopleDialog<P extends Person>({ title, note, things, pages, name, onClose }: Props<P>) {
  return (
    <Dialog isOpen title={title} onClose={onClose} shouldReturnFocusOnClose>
      <DialogBody>
        <p className="sb-muted">{note}</p>
        <Loaded
          read={pages}
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
        <LoadMore more={pages.more} things={things} />
      </DialogBody>
    </Dialog>
  )
}
