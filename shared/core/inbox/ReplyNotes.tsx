import { EyeOpen, InfoSign, WarningSign } from '@blueprintjs/icons'
import { timeOfDay } from '../../formats.ts'
import { LinkButton } from '../../kit/LinkButton.tsx'
import type { ConversationMessage } from './conversation.ts'
import type { Failure } from './drafts.ts'

/** Why the last inbound text needs review. */
export function ReviewNotice({ reason }: { reason: string }) {
  return (
    <p className="sb-reply-note sb-row sb-medium sb-muted">
      <EyeOpen size={14} title={false} />
      <span>
        <strong>Needs review.</strong> {reason}
      </span>
    </p>
  )
}

/** A colleague replied while this reply was being written. */
export function ColleagueNotice({ answer, onSeen }: { answer: ConversationMessage; onSeen: () => void }) {
  return (
    <div className="sb-reply-note sb-row sb-medium sb-muted" data-tone="amber" role="status">
      <InfoSign size={14} title={false} />
      <span>
        <strong>{answer.sentBy ?? 'A colleague'} answered in the meantime,</strong> at{' '}
        {timeOfDay(answer.timestamp)}. Read it before you send yours.
      </span>
      <LinkButton size="small" onClick={onSeen}>
        I have read it
      </LinkButton>
    </div>
  )
}

/** Why the last attempt to send failed. The draft is kept. */
export function FailureNotice({ failure }: { failure: Failure }) {
  return (
    <p className="sb-reply-note sb-row sb-medium sb-muted" data-tone="red" role="alert">
      <WarningSign size={14} title={false} />
      <span>
        {failure.uncertain ? (
          <>
            <strong>No answer came.</strong> It may have been sent. You can send it again: they get it only
            once.
          </>
        ) : (
          <>
            <strong>Not sent.</strong> {failure.message}
          </>
        )}
      </span>
    </p>
  )
}

/** Replaces the reply box of a number that cannot be answered. */
export const RefusalNotice = ({ reason }: { reason: string }) => (
  <p className="sb-reply-note sb-row sb-medium sb-muted" data-tone="amber" role="note">
    <InfoSign size={14} title={false} />
    <span>{reason}</span>
  </p>
)

/** Warns about a number that cannot be reached; sending stays possible. */
export function UndeliverableNotice({ reason }: { reason: string }) {
  return (
    <p className="sb-reply-note sb-row sb-medium sb-muted" data-tone="amber">
      <WarningSign size={14} title={false} />
      <span>
        <strong>This number may not be reachable.</strong> {reason}
      </span>
    </p>
  )
}
