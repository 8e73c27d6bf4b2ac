import { Card } from '@blueprintjs/core'
import { dateTime, relativeTime } from '../../formats.ts'
import { Badge } from '../../kit/Badge.tsx'
import { LinkButton } from '../../kit/LinkButton.tsx'
import { useNow } from '../../kit/useNow.ts'
import type { ContactQuery } from './contract.ts'
import { MailLink } from './MailLink.tsx'
import { useSetDone } from './useSetDone.ts'

interface ContactMessageProps {
  query: ContactQuery
  active: boolean
  onView: () => void
}

/** One message in the list. */
export function ContactMessage({ query, active, onView }: ContactMessageProps) {
  const now = useNow()
  const { isDone, isPending, toggle } = useSetDone(query)
  return (
    <Card className="sb-message" data-active={active || undefined} data-done={isDone || undefined}>
      <div className="sb-message-words sb-break">
        <p className="sb-message-head sb-wrap">
          <b>{query.name}</b>
          <time className="sb-faint sb-small" dateTime={query.createdAt} title={dateTime(query.createdAt)}>
            {relativeTime(query.createdAt, now)}
          </time>
          {isDone && <Badge tone="green">Done</Badge>}
        </p>
        <p className="sb-small">
          <MailLink query={query} />
        </p>
        <p className="sb-message-subject">{query.subject}</p>
        <p className="sb-message-preview">{query.message}</p>
      </div>
      <span className="sb-message-actions">
        <LinkButton
          aria-label={`${isDone ? 'Reopen' : 'Done with'} the message from ${query.name}`}
          disabled={isPending}
          onClick={toggle}
        >
          {isDone ? 'Reopen' : 'Done'}
        </LinkButton>
        <LinkButton aria-label={`View the message from ${query.name}`} onClick={onView}>
          View
        </LinkButton>
      </span>
    </Card>
  )
}
