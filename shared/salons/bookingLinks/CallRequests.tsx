import './callRequests.css'
import { useQueryClient } from '@tanstack/react-query'
import { dateTime } from '../../formats.ts'
import { queryKeyOf, useAction, useRead } from '../../kit/data.ts'
import { Loaded } from '../../kit/Loaded.tsx'
import { NumberLink } from '../../kit/NumberLink.tsx'
import { Panel } from '../../kit/Page.tsx'
import { toast } from '../../kit/toasts.ts'
import { WaitingButton } from '../../kit/WaitingButton.tsx'
import { formatPhone } from '../../sms/phone.ts'
import { greetingName } from '../clients/greeting.ts'
import type { CallRequest } from './contract.ts'

/** Clients of a salon without a booking page who asked to be called. */
export function CallRequests({ salonId }: { salonId: string }) {
  const read = useRead('bookingLinks', 'listCallRequests', { id: salonId })
  return (
    <Panel flush title="Asked to be called" className="sb-call-requests sb-tight">
      <Loaded
        read={read}
        loading={{ text: 'Loading clients...', rows: 1 }}
        failed="Failed to load the clients"
      >
        {(requests) => (
          <ul className="sb-plain">
            {requests.map((request) => (
              <RequestRow key={request.id} salonId={salonId} request={request} />
            ))}
          </ul>
        )}
      </Loaded>
    </Panel>
  )
}

function RequestRow({ salonId, request }: { salonId: string; request: CallRequest }) {
  const { id, firstName, phone, requestedAt } = request
  const name = greetingName(firstName)
  const client = useQueryClient()
  const called = useAction({
    run: (api) => api.bookingLinks.markCalled({ id: salonId, requestId: id }),
    done: (left) => {
      client.setQueryData(queryKeyOf('bookingLinks', 'listCallRequests', { id: salonId }), left)
      toast.success('Marked as called', name ?? formatPhone(phone))
    },
    // Also the salon: its next step counts the requests.
    refreshes: [['salons', 'list']],
    failure: {
      title: 'Not marked',
      fallback: 'Failed to mark the client as called',
      showServerMessage: true,
    },
  })
  return (
    <li>
      <div>
        <p>
          {name && <b className="sb-strong">{name} </b>}
          <NumberLink number={phone} />
        </p>
        <p className="sb-small sb-muted">{dateTime(requestedAt)}</p>
      </div>
      <WaitingButton busy={called.isPending} busyText="Saving..." onClick={() => called.mutate()}>
        Called
      </WaitingButton>
    </li>
  )
}
