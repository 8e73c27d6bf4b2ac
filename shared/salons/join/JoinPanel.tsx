import { Button, InputGroup } from '@blueprintjs/core'
import { plural } from '../../formats.ts'
import { useRead } from '../../kit/data.ts'
import { copyLink } from '../../kit/LinkLine.tsx'
import { Loaded } from '../../kit/Loaded.tsx'
import { Panel } from '../../kit/Page.tsx'
import type { Salon } from '../salons/contract.ts'
import type { JoinState } from './contract.ts'

/** How clients of a salon can agree to texts themselves, and how many did. */
export function JoinPanel({ salon }: { salon: Salon }) {
  const open = salon.sender !== null && salon.state !== 'closed'
  return <Panel title="Get consent">{open ? <JoinPage id={salon.id} /> : <Closed salon={salon} />}</Panel>
}

function Closed({ salon: { state, name } }: { salon: Salon }) {
  return (
    <p className="sb-small sb-muted">
      {state === 'closed' ? 'The join page is closed.' : `Clients can join once ${name} has a number.`}
    </p>
  )
}

function JoinPage({ id }: { id: string }) {
  const read = useRead('join', 'state', { id })
  return (
    <Loaded read={read} loading={{ text: 'Loading...', rows: 2 }} failed="Failed to load the join page">
      {(state) => <Ready state={state} />}
    </Loaded>
  )
}

function Ready({ state: { url, posterUrl, joined, unconfirmed } }: { state: JoinState }) {
  return (
    <>
      <p className="sb-small sb-muted">
        Clients you may not text yet can agree on this page, or by texting JOIN to the salon’s number.
      </p>
      <div className="sb-join-line">
        <InputGroup
          fill
          readOnly
          value={url}
          aria-label="Address of the join page"
          onFocus={(event) => event.target.select()}
        />
        <Button onClick={() => void copyLink(url)}>Copy</Button>
      </div>
      <div className="sb-join-foot sb-tight sb-row sb-wrap">
        <a className="bp6-button" href={posterUrl} target="_blank" rel="noreferrer">
          Open printable poster
        </a>
        <p className="sb-small sb-num">
          <b className="sb-strong">{plural(joined, 'client')}</b> joined
          {unconfirmed > 0 && <span className="sb-muted">, {unconfirmed} not confirmed yet</span>}
        </p>
      </div>
    </>
  )
}
