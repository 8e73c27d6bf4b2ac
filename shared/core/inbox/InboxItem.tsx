import { Button } from '@blueprintjs/core'
import { ArrowRight, BanCircle, Tick } from '@blueprintjs/icons'
import { memo } from 'react'
import { plural } from '../../formats.ts'
import { Badge } from '../../kit/Badge.tsx'
import { formatPhone } from '../../sms/phone.ts'
import { MessageText } from './Bubble.tsx'
import type { ContactStatus } from './contactStatus.ts'
import { agencyConversation } from './conversationRules.ts'
import { DeliveryState } from './DeliveryState.tsx'
import { DeskTag } from './DeskTag.tsx'
import { draftIdOf, useDraft } from './drafts.ts'
import type { InboxRow } from './inboxRows.ts'
import { listTime } from './messageTimes.ts'
import { OptOutDecisionButtons } from './OptOutDecision.tsx'
import { statusTone } from './StatusBadge.tsx'
import { SelectBox } from './selection.tsx'

interface Props {
  row: InboxRow
  now: Date
  selected: boolean
  /** `byKey`: opened with Enter, so the reply box gets the focus. */
  onOpen: (row: InboxRow, byKey: boolean) => void
  onReply: (row: InboxRow) => void
}

/** One row of the inbox. The row opens the conversation, Reply opens the dialog. */
export const InboxItem = memo(function InboxItem({ row, now, selected, onOpen, onReply }: Props) {
  const at = row.kind === 'inbound' ? row.sms.receivedAt : row.text.attemptedAt
  const business = row.kind === 'inbound' ? row.sms.businessName : row.text.businessName
  const name = business ?? formatPhone(row.number)
  const draft = useDraft(draftIdOf(agencyConversation(row.number)))
  return (
    <article
      className="sb-inbox-item"
      data-selected={selected}
      data-waiting={row.kind === 'inbound' && !row.sms.processed}
    >
      <div className="sb-inbox-item-top">
        <button
          type="button"
          className="sb-inbox-item-open"
          data-row={row.id}
          aria-current={selected || undefined}
          onClick={(event) => onOpen(row, event.detail === 0)}
        >
          {name}
        </button>
        {row.kind === 'inbound' && <SelectBox conversation={agencyConversation(row.number)} name={name} />}
        <time dateTime={at}>{listTime(at, now)}</time>
      </div>
      {row.kind === 'inbound' ? <Received row={row} /> : <UnknownOutcome row={row} />}
      {row.kind === 'inbound' && row.sms.pendingReview && (
        <div className="sb-inbox-item-foot">
          <OptOutDecisionButtons
            conversation={agencyConversation(row.number)}
            id={row.id}
            withKeys={selected}
          />
        </div>
      )}
      <div className="sb-inbox-item-foot">
        {row.kind === 'inbound' ? <Badges row={row} /> : <DeliveryState status="unknown" />}
        <DeskTag {...agencyConversation(row.number)} />
        {draft.text.trim() !== '' && <span className="sb-inbox-item-draft">Draft</span>}
        <Button
          variant="minimal"
          className="sb-link sb-inbox-item-reply"
          aria-label={row.kind === 'inbound' ? `Reply to ${name}` : `See the conversation with ${name}`}
          onClick={() => (row.kind === 'inbound' ? onReply(row) : onOpen(row, true))}
        >
          {row.kind === 'inbound' ? 'Reply' : 'See it'}
        </Button>
      </div>
    </article>
  )
})

function Received({ row: { sms } }: { row: Extract<InboxRow, { kind: 'inbound' }> }) {
  return (
    <>
      <p className="sb-inbox-item-facts">
        <span className="sb-nowrap">{formatPhone(sms.from)}</span> <ArrowRight size={10} title="to" />{' '}
        <span className="sb-nowrap">{formatPhone(sms.to)}</span> · {plural(sms.numSegments, 'segment')} ·{' '}
        {sms.numMedia} media
      </p>
      <p className="sb-inbox-item-body">
        <MessageText body={sms.body} numMedia={sms.body.trim() === '' ? sms.numMedia : 0} />
      </p>
    </>
  )
}

function UnknownOutcome({ row: { text } }: { row: Extract<InboxRow, { kind: 'unknown' }> }) {
  return (
    <>
      <p className="sb-inbox-item-facts">
        You to <span className="sb-nowrap">{formatPhone(text.to)}</span>
      </p>
      <p className="sb-inbox-item-body">{text.body}</p>
    </>
  )
}

function Badges({ row: { sms } }: { row: Extract<InboxRow, { kind: 'inbound' }> }) {
  return (
    <>
      {sms.contactStatus && <ListStatus status={sms.contactStatus} />}
      {sms.processed ? (
        <Badge look="plain" className="sb-work" icon={<Tick size={12} title={false} />}>
          Processed
        </Badge>
      ) : (
        <Badge look="plain" tone="ink" className="sb-work" dot="ink">
          Pending
        </Badge>
      )}
      {sms.intent === 'automatic_reply' && <Badge look="outline">Automatic reply</Badge>}
      {sms.pendingReview && (
        <Badge look="outline" tone="amber">
          Opt-out?
        </Badge>
      )}
      {sms.isOptOut && (
        <Badge look="outline" tone="red" icon={<BanCircle size={12} title={false} />}>
          Opt-Out
        </Badge>
      )}
    </>
  )
}

/** Badges of this list differ from other screens. Selected is red: it is not expected once a prospect has texted. */
function ListStatus({ status }: { status: ContactStatus }) {
  switch (status) {
    case 'Contacted':
      return (
        <Badge look="outline" dot={statusTone.Contacted}>
          {status}
        </Badge>
      )
    case 'Responded':
      return <Badge dot={statusTone.Responded}>{status}</Badge>
    case 'Submitted':
      return (
        <Badge look="solid" dot={statusTone.Submitted}>
          {status}
        </Badge>
      )
    default:
      return <Badge tone="red">{status}</Badge>
  }
}
