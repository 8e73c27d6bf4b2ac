import './text.css'
import { memo, type ReactNode } from 'react'
import { plural } from '../../formats.ts'
import { LinkButton } from '../../kit/LinkButton.tsx'
import { MayCall } from '../../kit/MayCall.tsx'
import type { ConversationMessage } from './conversation.ts'
import { isYes, outcomeLabels } from './conversationRules.ts'
import { DeliveryState } from './DeliveryState.tsx'
import type { UnknownResolution } from './data.ts'
import { deliveries, deliveryNote, kindLabels } from './delivery.ts'
import { Pictures } from './Pictures.tsx'

const mediaLabel = (count: number) => plural(count, 'picture or file', 'pictures or files')

/** The body of a text. An empty one is described instead: a picture, or an empty text. */
export function MessageText({ body, numMedia = 0 }: { body: string; numMedia?: number }) {
  if (body.trim() !== '') {
    return (
      <>
        {body}
        {numMedia > 0 && <span className="sb-media">{mediaLabel(numMedia)}</span>}
      </>
    )
  }
  return <em>{numMedia > 0 ? 'Picture without text' : 'Empty text'}</em>
}

interface Props {
  message: ConversationMessage
  /** Author of an inbound text: the business or its number. */
  name: string
  time: string
  /** Shows 'Inbound' or 'Outbound', as in the history of the reply dialog. */
  withDirection?: boolean
  /** Username of the reader. Replies of other admins show their username. */
  me: string | undefined
  isNew?: boolean
  onResolve?: (decision: UnknownResolution) => void
}

/** One text of a conversation: outbound on the right with its delivery state, inbound on the left. */
export const Bubble = memo(function Bubble(props: Props) {
  const { message, name, time, me, withDirection, isNew, onResolve } = props
  const mine = message.direction === 'outbound'
  const status = message.status ?? 'sent'
  const note = mine ? deliveryNote(message) : null
  const by = message.sentBy && message.sentBy !== me ? ` (${message.sentBy})` : ''
  const kind = mine && message.kind ? kindLabels[message.kind] : null
  const parts = [withDirection ? (mine ? 'Outbound' : 'Inbound') : kind, time].filter((part) => part !== null)
  return (
    <div className="sb-text sb-column" data-mine={mine} data-new={isNew}>
      <p
        className="sb-bubble"
        data-look={mine ? deliveries[status].bubble : isYes(message) ? 'yes' : 'plain'}
      >
        <MessageText body={message.body} numMedia={message.numMedia ?? 0} />
      </p>
      {!mine && (message.numMedia ?? 0) > 0 && (
        <Pictures id={message.id} count={message.numMedia ?? 0} name={name} />
      )}
      <p className="sb-meta sb-small sb-faint sb-num">
        {/* bdi: a right-to-left name would reorder the time after it. */}
        <bdi>{mine ? `You${by}` : name}</bdi> · {parts.join(' · ')}
        {mine && <> · </>}
        {mine && <DeliveryState status={status} />}
        {!mine && message.isOptOut && <span className="sb-meta-optout"> · Opt-Out</span>}
        {message.intent === 'automatic_reply' && <b> · Automatic reply</b>}
        {message.outcome && <b> · {outcomeLabels[message.outcome]}</b>}
      </p>
      {note && (
        <p className="sb-meta sb-small sb-muted sb-num sb-text-note" data-tone={deliveries[status].tone}>
          {note}
        </p>
      )}
      {status === 'unknown' && mine && onResolve && <Resolve onResolve={onResolve} />}
      {message.holdsNumber && onResolve && (
        <MayCall call="inbox.allowFirstText">
          <Allow onAllow={() => onResolve('allow')} />
        </MayCall>
      )}
    </div>
  )
})

/** Lets staff resolve a text with unknown outcome. It cannot be sent again. */
export function Resolve({ onResolve }: { onResolve: (decision: UnknownResolution) => void }): ReactNode {
  return (
    <p className="sb-meta sb-small sb-faint sb-num sb-resolve sb-row">
      Know what happened?
      <LinkButton size="small" onClick={() => onResolve('sent')}>
        It was sent
      </LinkButton>
      <LinkButton size="small" onClick={() => onResolve('failed')}>
        It was not sent
      </LinkButton>
    </p>
  )
}

/** Allows another first text after one was resolved as not sent, since it may have arrived. */
function Allow({ onAllow }: { onAllow: () => void }): ReactNode {
  return (
    <p className="sb-meta sb-small sb-faint sb-num sb-resolve sb-row">
      It may have arrived anyway.
      <LinkButton size="small" onClick={onAllow}>
        Allow another first text
      </LinkButton>
    </p>
  )
}
