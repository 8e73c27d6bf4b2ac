import './receivers.css'
import { Button, Dialog } from '@blueprintjs/core'
import { useState } from 'react'
import { plural } from '../../formats.ts'
import { Badge } from '../../kit/Badge.tsx'
import { ConfirmDialog } from '../../kit/ConfirmDialog.tsx'
import { useRead } from '../../kit/data.ts'
import { Loaded } from '../../kit/Loaded.tsx'
import { Panel } from '../../kit/Page.tsx'
import type { SalonChoice } from '../keys/SalonSelect.tsx'
import type { Receiver } from './contract.ts'
import { Deliveries } from './Deliveries.tsx'
import { eventKinds } from './eventKinds.ts'
import { NewReceiverForm } from './NewReceiverForm.tsx'
import { useReceiverAction } from './useReceiverAction.ts'

/** Receivers of events: state, a test event, the last deliveries. For admins. */
export function ReceiversPanel({ salons }: { salons: readonly SalonChoice[] }) {
  const [adding, setAdding] = useState(false)
  const read = useRead('receivers', 'list')
  return (
    <Panel
      title="Events to other systems"
      aside={<Button onClick={() => setAdding(true)}>New receiver...</Button>}
    >
      <Loaded
        read={read}
        loading={{ text: 'Loading receivers...', rows: 2 }}
        failed="Failed to load the receivers"
        empty={{
          when: (list) => list.length === 0,
          state: (
            <p className="sb-muted">No receivers yet. A receiver gets a signed message for each event.</p>
          ),
        }}
      >
        {(list) => (
          <ul className="sb-receivers sb-column" aria-label="Receivers">
            {list.map((receiver) => (
              <ReceiverItem key={receiver.id} receiver={receiver} />
            ))}
          </ul>
        )}
      </Loaded>
      <Dialog title="New receiver" isOpen={adding} onClose={() => setAdding(false)}>
        <NewReceiverForm salons={salons} onClose={() => setAdding(false)} />
      </Dialog>
    </Panel>
  )
}

function ReceiverItem({ receiver }: { receiver: Receiver }) {
  const { id, url, events, salon, state, offReason, waiting } = receiver
  const [shown, setShown] = useState(false)
  const [removing, setRemoving] = useState(false)
  const act = useReceiverAction()
  const isOn = state === 'on'
  const change = () => act.mutate((api) => api.receivers.setState({ id, state: isOn ? 'off' : 'on' }))
  return (
    <li>
      <p className="sb-break">
        <b>{url}</b> <Badge tone={isOn ? 'green' : offReason ? 'red' : 'grey'}>{isOn ? 'On' : 'Off'}</Badge>
      </p>
      {offReason && <p role="alert">Turned off: {offReason}.</p>}
      <p className="sb-small sb-muted">
        {[
          salon?.name ?? 'All salons',
          ...events.map((kind) => eventKinds[kind]),
          ...(waiting > 0 ? [`${plural(waiting, 'event')} waiting`] : []),
        ].join(' · ')}
      </p>
      <div className="sb-buttons">
        <Button disabled={!isOn} onClick={() => act.mutate((api) => api.receivers.test({ id }))}>
          Send a test
        </Button>
        <Button aria-expanded={shown} onClick={() => setShown(!shown)}>
          Last deliveries
        </Button>
        <Button onClick={change}>{isOn ? 'Turn off' : 'Turn on'}</Button>
        <Button variant="minimal" intent="danger" onClick={() => setRemoving(true)}>
          Delete...
        </Button>
      </div>
      {shown && <Deliveries id={id} />}
      <ConfirmDialog
        question="Delete this receiver?"
        confirm="Delete"
        isOpen={removing}
        onCancel={() => setRemoving(false)}
        onConfirm={() => act.mutate((api) => api.receivers.remove({ id }))}
      >
        <p>{url} gets no more events, and those that wait are deleted.</p>
      </ConfirmDialog>
    </li>
  )
}
