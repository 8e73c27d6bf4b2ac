import { Button, Dialog } from '@blueprintjs/core'
import { useRef } from 'react'
import { plural } from '../../formats.ts'
import { useSession } from '../../host/session.ts'
import { Loaded } from '../../kit/Loaded.tsx'
import { formatPhone } from '../../sms/phone.ts'
import { MessageText } from './Bubble.tsx'
import type { Conversation, InboundSms } from './conversation.ts'
import { agencyConversation } from './conversationRules.ts'
import { useConversation } from './data.ts'
import { historyTime } from './messageTimes.ts'
import { OptOutNote } from './OptOutNote.tsx'
import { ReplyForm } from './ReplyForm.tsx'
import { StatusBadge } from './StatusBadge.tsx'
import { Thread, useToday } from './Thread.tsx'
import { useReply, useReplyFields } from './useReply.ts'

interface Props {
  number: string
  /** The answered text; shown when there is no history. */
  recent: InboundSms | undefined
  onClose: () => void
}

/** 'Reply to SMS Message': the conversation history and the form of a reply. */
export function ReplyDialog({ number, recent, onClose }: Props) {
  const conversation = useConversation(number)
  const { data } = conversation
  const reply = useReply(agencyConversation(number), data)
  const fields = useReplyFields(number, data)
  const input = useRef<HTMLTextAreaElement>(null)
  return (
    <Dialog
      isOpen
      className="sb-reply-dialog sb-tight sb-column"
      title="Reply to SMS Message"
      canOutsideClickClose={false}
      onClose={onClose}
      onOpened={() => input.current?.focus()}
    >
      <div className="sb-reply-columns">
        <History number={number} conversation={conversation} recent={recent} />
        <div className="sb-reply-side sb-column">
          {data?.optOut && <OptOutNote optOut={data.optOut} />}
          <ReplyForm reply={reply} fields={fields} input={input} onSent={onClose}>
            <Button onClick={onClose}>Cancel</Button>
          </ReplyForm>
        </div>
      </div>
    </Dialog>
  )
}

interface HistoryProps extends Pick<Props, 'number' | 'recent'> {
  conversation: ReturnType<typeof useConversation>
}

function History({ number, conversation, recent }: HistoryProps) {
  const { data } = conversation
  const { admin } = useSession()
  const phone = formatPhone(number)
  const name = data?.businessName || recent?.businessName || phone
  const status = data ? data.contactStatus : (recent?.contactStatus ?? null)
  return (
    <div className="sb-reply-history sb-column">
      <div className="sb-reply-who sb-row sb-wrap">
        <div>
          <p className="sb-reply-name sb-break sb-bold">{name}</p>
          {name !== phone && <p className="sb-small sb-muted sb-num">{phone}</p>}
        </div>
        <StatusBadge status={status} />
      </div>
      <Loaded
        read={conversation}
        loading={
          <p className="sb-reply-label sb-small sb-muted sb-strong" role="status">
            Loading conversation history...
          </p>
        }
        failed="Error loading conversation"
        empty={{ when: hasNoTexts, state: <>{recent && <Recent recent={recent} name={name} />}</> }}
      >
        {({ messages }) => (
          <>
            <p className="sb-reply-label sb-small sb-muted sb-strong">
              Conversation History ({plural(messages.length, 'message')}):
            </p>
            <Thread key={number} messages={messages} name={name} me={admin?.username} history />
          </>
        )}
      </Loaded>
      {!data && conversation.isError && recent && <Recent recent={recent} name={name} />}
    </div>
  )
}

const hasNoTexts = ({ messages }: Conversation) => messages.length === 0

function Recent({ recent, name }: { recent: InboundSms; name: string }) {
  const now = useToday()
  return (
    <>
      <p className="sb-reply-label sb-small sb-muted sb-strong">Recent Message:</p>
      <div className="sb-reply-recent">
        <p className="sb-bubble" data-look="plain">
          <MessageText body={recent.body} numMedia={recent.numMedia} />
        </p>
        <p className="sb-meta sb-small sb-faint sb-num">
          {name} · {historyTime(recent.receivedAt, now)}
        </p>
      </div>
    </>
  )
}
