import { Fragment } from 'react'
import { Kbd } from '../../kit/Kbd.tsx'

/** The keys of a list and what they do, below it: `{ 'J K': 'move' }`. */
export const KeyFoot = ({ keys }: { keys: Record<string, string> }) => (
  <footer className="sb-sms-foot" aria-hidden="true">
    {Object.entries(keys).map(([names, does]) => (
      <span key={names} className={names === '?' ? 'sb-push' : undefined}>
        {names.split(' ').map((name) => (
          <Fragment key={name}>
            <Kbd keys={name} />{' '}
          </Fragment>
        ))}
        {does}
      </span>
    ))}
  </footer>
)
