import './text.css'
import { Button } from '@blueprintjs/core'
import { memo, type ReactNode } from 'react'
import { plural } from '../formats.ts'
import type { ConversationMessage } from './contract.ts'
import { isYes } from './conversationRules.ts'
import { DeliveryState } from './DeliveryState.tsx'
import type { Decision } from './data.ts'
import { deliveries, deliveryNote, kindLabels } from './delivery.ts'

const mediaWords = (count: number) => plural(count, 'picture or file', 'pictures or files')

/** The words of a text. A text without words says what it is instead. */
export function MessageText({ body, numMedia = 0 }: { body: string; numMedia?: number }) {
  if (body.trim() !== '') {
    return (
      <>
        {body}
        {numMedia > 0 && <span className="sb-media">{mediaWords(numMedia)}</span>}
      </>
    )
  }
  return <em>{numMedia > 0 ? 'Picture without words' : 'Empty text'}</em>
}

interface Props {
  message: ConversationMessage
  /** Who wrote it, for theirs: the business or its number. */
  name: string
  time: string
  /** The history of the dialog names the direction of each text. */
  withDirection?: boolean
  /** Who is reading; a colleague's text is ours too, but says whose. */
  me: string | undefined
  isNew?: boolean
  onResolve?: (decision: Decision) => void
}

/** One text of a conversation: ours on the right with what became of it, theirs on the left. */
export const Bubble = memo(function Bubble({
  message,
  name,
  time,
  me,
  withDirection,
  isNew,
  onResolve,
}: Props) {
  const mine = message.direction === 'outbound'
  const status = message.status ?? 'sent'
  const note = mine ? deliveryNote(message) : null
  const by = message.sentBy && message.sentBy !== me ? ` (${message.sentBy})` : ''
  const kind = mine && message.kind ? kindLabels[message.kind] : null
  const parts = [withDirection ? (mine ? 'Outbound' : 'Inbound') : kind, time].filter((part) => part !== null)
  return (
    <div className="sb-text" data-mine={mine} data-new={isNew}>
      <p
        className="sb-bubble"
        data-look={mine ? deliveries[status].bubble : isYes(message) ? 'yes' : 'plain'}
      >
        <MessageText body={message.body} numMedia={message.numMedia ?? 0} />
      </p>
      <p className="sb-meta">
        {/* A name written from right to left would take the time behind it along. */}
        <bdi>{mine ? `You${by}` : name}</bdi> · {parts.join(' · ')}
        {mine && <> · </>}
        {mine && <DeliveryState status={status} />}
        {!mine && message.isOptOut && <span className="sb-meta-optout"> · Opt-Out</span>}
      </p>
      {note && (
        <p className="sb-meta sb-text-note" data-tone={deliveries[status].tone}>
          {note}
        </p>
      )}
      {status === 'unknown' && mine && onResolve && <Resolve onResolve={onResolve} />}
      {message.holdsNumber && onResolve && <Allow onAllow={() => onResolve('allow')} />}
    </div>
  )
})

/** For a text that stays unknown a person may say what they found out. There is no way to send it again. */
function Resolve({ onResolve }: { onResolve: (decision: Decision) => void }): ReactNode {
  return (
    <p className="sb-meta sb-resolve">
      Found out yourself?
      <Button variant="minimal" size="small" className="sb-link" onClick={() => onResolve('sent')}>
        It was sent
      </Button>
      <Button variant="minimal" size="small" className="sb-link" onClick={() => onResolve('failed')}>
        It was not sent
      </Button>
    </p>
  )
}

/** A person may be wrong: the number gets another first text only when somebody says so. */
function Allow({ onAllow }: { onAllow: () => void }): ReactNode {
  return (
    <p className="sb-meta sb-resolve">
      It may have arrived all the same.
      <Button variant="minimal" size="small" className="sb-link" onClick={onAllow}>
        Allow another first text
      </Button>
    </p>
  )
}
