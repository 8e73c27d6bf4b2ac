import { Button } from '@blueprintjs/core'
import { ArrowRight, BanCircle, Tick } from '@blueprintjs/icons'
import { type ComponentProps, memo } from 'react'
import { plural } from '../../formats.ts'
import { Badge } from '../../kit/Badge.tsx'
import { formatPhone } from '../../sms/phone.ts'
import { MessageText } from './Bubble.tsx'
import type { ContactStatus } from './contactStatus.ts'
import type { ConversationKey, InboundSms } from './conversation.ts'
import { agencyConversation } from './conversationRules.ts'
import { DeliveryState } from './DeliveryState.tsx'
import { DeskTag } from './DeskTag.tsx'
import { draftIdOf, useDraft } from './drafts.ts'
import type { InboxRow } from './inboxRows.ts'
import { listTime } from './messageTimes.ts'
import { agencyKeys, OptOutDecisionButtons } from './OptOutDecision.tsx'
import { statusTone } from './StatusBadge.tsx'
import { SelectBox } from './selection.tsx'

interface Props {
  row: InboxRow
  now: Date
  selected: boolean
  compact: boolean
  /** `byKey`: opened with Enter, so the reply box gets the focus. */
  onOpen: (row: InboxRow, byKey: boolean) => void
  onReply: (row: InboxRow) => void
}

/** One row of the inbox, which opens the conversation. Of all texts it shows every fact, else two lines. */
export const InboxItem = memo(function InboxItem({ row, now, selected, compact, onOpen, onReply }: Props) {
  const business = row.kind === 'inbound' ? row.sms.businessName : row.text.businessName
  const name = business ?? formatPhone(row.number)
  return (
    <article
      className="sb-inbox-item"
      data-selected={selected}
      data-compact={compact || undefined}
      data-waiting={row.kind === 'inbound' && !row.sms.processed}
    >
      <div className="sb-inbox-item-top">
        <button
          type="button"
          className="sb-inbox-item-open sb-ellipsis sb-bare sb-strong"
          data-row={row.id}
          aria-current={selected || undefined}
          title={compact && row.kind === 'inbound' && row.sms.to ? textFacts(row.sms) : undefined}
          onClick={(event) => onOpen(row, event.detail === 0)}
        >
          {name}
        </button>
        {row.kind === 'inbound' && <SelectBox conversation={agencyConversation(row.number)} name={name} />}
        <time dateTime={row.at}>{listTime(row.at, now)}</time>
      </div>
      {compact ? (
        <SecondLine row={row} />
      ) : (
        <Details row={row} name={name} selected={selected} onOpen={onOpen} onReply={onReply} />
      )}
    </article>
  )
})

/** What was said last, and what is special about it. */
function SecondLine({ row }: { row: InboxRow }) {
  const conversation = agencyConversation(row.number)
  const texts = row.kind === 'inbound' ? (row.sms.waiting?.texts ?? 1) : 1
  return (
    <div className="sb-inbox-item-line sb-row">
      <p className="sb-inbox-item-body sb-break">
        {row.kind === 'inbound' ? bodyOf(row.sms) : row.text.body}
      </p>
      {texts > 1 && <span className="sb-inbox-item-draft sb-faint">{plural(texts, 'text')}</span>}
      {row.kind === 'inbound' ? <WorkBadges sms={row.sms} /> : <DeliveryState status="unknown" />}
      <DeskTag {...conversation} />
      <DraftTag conversation={conversation} />
    </div>
  )
}

function DraftTag({ conversation }: { conversation: ConversationKey }) {
  const draft = useDraft(draftIdOf(conversation))
  return draft.text.trim() !== '' && <span className="sb-inbox-item-draft sb-faint">Draft</span>
}

type DetailsProps = Pick<Props, 'row' | 'selected' | 'onOpen' | 'onReply'> & { name: string }

function Details({ row, name, selected, onOpen, onReply }: DetailsProps) {
  const conversation = agencyConversation(row.number)
  return (
    <>
      {row.kind === 'inbound' ? <Received row={row} /> : <UnknownOutcome row={row} />}
      {row.kind === 'inbound' && row.sms.pendingReview && (
        <div className="sb-inbox-item-foot sb-row">
          <OptOutDecisionButtons
            conversation={conversation}
            id={row.id}
            keys={selected ? agencyKeys : undefined}
          />
        </div>
      )}
      <div className="sb-inbox-item-foot sb-row">
        {row.kind === 'inbound' ? <Badges row={row} /> : <DeliveryState status="unknown" />}
        <DeskTag {...conversation} />
        <DraftTag conversation={conversation} />
        <Button
          variant="minimal"
          className="sb-link sb-inbox-item-reply"
          aria-label={row.kind === 'inbound' ? `Reply to ${name}` : `See the conversation with ${name}`}
          onClick={() => (row.kind === 'inbound' ? onReply(row) : onOpen(row, true))}
        >
          {row.kind === 'inbound' ? 'Reply' : 'See it'}
        </Button>
      </div>
    </>
  )
}

const bodyOf = (sms: InboundSms) => (
  <MessageText body={sms.body} numMedia={sms.body.trim() === '' ? sms.numMedia : 0} />
)

/** `+44 7700 900142 to +44 7700 900100 · 1 segment · 0 media` */
const textFacts = ({ from, to, numSegments, numMedia }: InboundSms) =>
  `${formatPhone(from)} to ${formatPhone(to)} · ${plural(numSegments, 'segment')} · ${numMedia} media`

function Received({ row: { sms } }: { row: Extract<InboxRow, { kind: 'inbound' }> }) {
  return (
    <>
      <p className="sb-inbox-item-facts sb-small sb-faint sb-num">
        <span className="sb-nowrap">{formatPhone(sms.from)}</span> <ArrowRight size={10} title="to" />{' '}
        <span className="sb-nowrap">{formatPhone(sms.to)}</span> · {plural(sms.numSegments, 'segment')} ·{' '}
        {sms.numMedia} media
      </p>
      <p className="sb-inbox-item-body sb-break">{bodyOf(sms)}</p>
    </>
  )
}

function UnknownOutcome({ row: { text } }: { row: Extract<InboxRow, { kind: 'unknown' }> }) {
  return (
    <>
      <p className="sb-inbox-item-facts sb-small sb-faint sb-num">
        You to <span className="sb-nowrap">{formatPhone(text.to)}</span>
      </p>
      <p className="sb-inbox-item-body sb-break">{text.body}</p>
    </>
  )
}

function Badges({ row: { sms } }: { row: Extract<InboxRow, { kind: 'inbound' }> }) {
  return (
    <>
      {sms.contactStatus && <Badge {...statusLooks[sms.contactStatus]}>{sms.contactStatus}</Badge>}
      {!sms.processed && (
        <Badge look="plain" tone="ink" className="sb-work" dot="ink">
          Pending
        </Badge>
      )}
      <WorkBadges sms={sms} />
    </>
  )
}

/** The badges of a row. The list of work has no Pending badge, because all its rows are pending. */
function WorkBadges({ sms }: { sms: InboundSms }) {
  return (
    <>
      {sms.processed && (
        <Badge look="plain" className="sb-work" icon={<Tick size={12} title={false} />}>
          Processed
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
const statusLooks: Record<ContactStatus, Omit<ComponentProps<typeof Badge>, 'children'>> = {
  Selected: { tone: 'red' },
  Contacted: { look: 'outline', dot: statusTone.Contacted },
  Responded: { dot: statusTone.Responded },
  Submitted: { look: 'solid', dot: statusTone.Submitted },
}
