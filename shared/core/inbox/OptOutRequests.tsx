import { Button } from '@blueprintjs/core'
import { relativeTime } from '../../formats.ts'
import { useAction, useRead } from '../../kit/data.ts'
import { NumberLink } from '../../kit/NumberLink.tsx'
import { useNow } from '../../kit/useNow.ts'
import type { OptOutRequest } from './conversation.ts'

/** Opt-outs from other systems that wait for a decision; nothing without one. */
export function OptOutRequests() {
  const { data: requests = [] } = useRead('inbox', 'optOutRequests', undefined, { staleTime: 0 })
  if (requests.length === 0) return null
  return (
    <section className="sb-optout-requests" aria-label="Opt-outs to decide">
      <p>
        <strong>To decide.</strong> Another system sent these opt-outs, and its salon does not know the
        numbers. They get no automatic texts until you decide. An opt-out stops the texts of every salon.
      </p>
      <ul className="sb-plain">
        {requests.map((request) => (
          <Request key={request.id} {...request} />
        ))}
      </ul>
    </section>
  )
}

function Request({ id, phoneNumber, reason, at, keyName, salon }: OptOutRequest) {
  const now = useNow()
  const { mutate, isPending } = useAction<boolean, unknown>({
    run: (api, optOut) => api.inbox.decideOptOutRequest({ id, optOut }),
    refreshes: [
      ['inbox', 'optOutRequests'],
      ['inbox', 'optOuts'],
      ['today', 'list'],
    ],
    failure: { title: 'Not decided', fallback: 'Failed to store the decision', showServerMessage: true },
  })
  return (
    <li>
      <span>
        <NumberLink number={phoneNumber} />
        <span className="sb-second">
          {keyName}, {salon.name}, {relativeTime(at, now)}: “{reason}”
        </span>
      </span>
      <span className="sb-decide sb-wrap">
        <Button
          size="small"
          intent="danger"
          variant="outlined"
          disabled={isPending}
          onClick={() => mutate(true)}
        >
          Opt out
        </Button>
        <Button size="small" disabled={isPending} onClick={() => mutate(false)}>
          May be texted
        </Button>
      </span>
    </li>
  )
}
