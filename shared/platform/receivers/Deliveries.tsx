import { Button, HTMLTable } from '@blueprintjs/core'
import { dateTime } from '../../formats.ts'
import { Badge, type Tone } from '../../kit/Badge.tsx'
import { useRead } from '../../kit/data.ts'
import { Loaded } from '../../kit/Loaded.tsx'
import { TableHead } from '../../kit/TableHead.tsx'
import type { Delivery } from './contract.ts'
import { useReceiverAction } from './useReceiverAction.ts'

const labels: Record<Delivery['state'], string> = {
  queued: 'Waiting',
  sending: 'Sending',
  delivered: 'Delivered',
  failed: 'Failed',
}
const tones: Record<Delivery['state'], Tone> = {
  queued: 'amber',
  sending: 'blue',
  delivered: 'green',
  failed: 'red',
}

/** The last events for a receiver with its answers. */
export function Deliveries({ id }: { id: string }) {
  const read = useRead('receivers', 'deliveries', { id }, { staleTime: 0 })
  const act = useReceiverAction()
  return (
    <Loaded
      read={read}
      loading={{ text: 'Loading deliveries...', rows: 3 }}
      failed="Failed to load the deliveries"
      empty={{ when: (list) => list.length === 0, state: <p className="sb-muted">No events yet.</p> }}
    >
      {(list) => (
        <div className="sb-scroll sb-deliveries">
          <HTMLTable compact>
            <TableHead left={['Event', 'State', 'Last answer']} action="Send again" />
            <tbody>
              {list.map(({ id: deliveryId, kind, state, attempts, status, answer, createdAt }) => (
                <tr key={deliveryId}>
                  <td>
                    {kind}
                    <br />
                    <span className="sb-small sb-muted">{dateTime(createdAt)}</span>
                  </td>
                  <td data-label="State">
                    <Badge tone={tones[state]}>{labels[state]}</Badge>
                    {attempts > 1 && <span className="sb-small sb-muted"> attempt {attempts}</span>}
                  </td>
                  <td data-label="Last answer" className="sb-delivery-answer sb-break">
                    {[status, answer].filter(Boolean).join(' ') || '–'}
                  </td>
                  <td>
                    {(state === 'delivered' || state === 'failed') && (
                      <Button
                        variant="minimal"
                        aria-label={`Send again: ${kind} of ${dateTime(createdAt)}`}
                        onClick={() => act.mutate((api) => api.receivers.replay({ id, deliveryId }))}
                      >
                        Send again
                      </Button>
                    )}
                  </td>
                </tr>
              ))}
            </tbody>
          </HTMLTable>
        </div>
      )}
    </Loaded>
  )
}
