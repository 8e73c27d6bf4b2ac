import { Button, Checkbox, Dialog, DialogFooter, FormGroup, HTMLSelect, TextArea } from '@blueprintjs/core'
import { useId, useRef } from 'react'
import { useSession } from '../host/session.ts'
import { Kbd } from '../kit/Kbd.tsx'
import { WaitingButton } from '../kit/WaitingButton.tsx'
import { ContactStatus } from '../prospects/contract.ts'
import { StatusBadge } from '../prospects/StatusBadge.tsx'
import { formatPhone } from '../sms/phone.ts'
import { MessageText } from './Bubble.tsx'
import type { Conversation, InboundSms } from './contract.ts'
import { useConversation } from './data.ts'
import { seeNews } from './drafts.ts'
import { OptOutNote } from './OptOutNote.tsx'
import { ignoreRepeats, isSendKey } from './ReplyBox.tsx'
import { ColleagueNotice, FailureNotice } from './ReplyNotes.tsx'
import { LengthNotes, plural } from './SegmentCounter.tsx'
import { Thread, useToday } from './Thread.tsx'
import { answeredMeanwhile } from './thread.ts'
import { LONGEST, type Reply, useReply } from './useReply.ts'
import { historyTime } from './when.ts'

interface Props {
  number: string
  /** The text that is answered; shown while there is no history. */
  recent: InboundSms | undefined
  onClose: () => void
}

/** 'Reply to SMS Message': what was said so far, and the whole form for an answer. */
export function ReplyDialog({ number, recent, onClose }: Props) {
  const conversation = useConversation(number)
  const reply = useReply(number, conversation.data)
  const input = useRef<HTMLTextAreaElement>(null)
  const submit = async () => {
    if (await reply.send()) onClose()
    else input.current?.focus()
  }
  return (
    <Dialog
      isOpen
      className="sb-reply-dialog"
      title="Reply to SMS Message"
      canOutsideClickClose={false}
      onClose={onClose}
      onOpened={() => input.current?.focus()}
    >
      <form
        className="sb-reply-columns"
        onSubmit={(event) => event.preventDefault()}
        onKeyDown={(event) => {
          if (!isSendKey(event)) return
          event.preventDefault()
          void submit()
        }}
      >
        <History number={number} conversation={conversation} recent={recent} />
        <Form number={number} reply={reply} conversation={conversation.data} input={input} />
      </form>
      <DialogFooter
        actions={
          <>
            <Button onClick={onClose}>Cancel</Button>
            <WaitingButton
              intent="primary"
              busy={reply.draft.sending}
              busyText="Sending..."
              disabled={!reply.canSend && !reply.draft.sending}
              endIcon={<Kbd keys="Mod+Enter" />}
              onKeyDown={ignoreRepeats}
              onClick={() => void submit()}
            >
              Send Reply
            </WaitingButton>
          </>
        }
      >
        <span className="sb-reply-keeps">
          <Kbd keys="Esc" /> keeps your draft
        </span>
      </DialogFooter>
    </Dialog>
  )
}

function History({
  number,
  conversation,
  recent,
}: Pick<Props, 'number' | 'recent'> & { conversation: ReturnType<typeof useConversation> }) {
  const { data, isPending } = conversation
  const { admin } = useSession()
  const phone = formatPhone(number)
  const name = data?.businessName || recent?.businessName || phone
  const status = data ? data.contactStatus : (recent?.contactStatus ?? null)
  return (
    <div className="sb-reply-history">
      <div className="sb-reply-who">
        <div>
          <p className="sb-reply-name">{name}</p>
          {name !== phone && <p className="sb-small sb-muted sb-num">{phone}</p>}
        </div>
        <StatusBadge status={status} />
      </div>
      {isPending && (
        <p className="sb-reply-label" role="status">
          Loading conversation history...
        </p>
      )}
      {data && data.messages.length > 0 && (
        <>
          <p className="sb-reply-label">Conversation History ({plural(data.messages.length, 'message')}):</p>
          <Thread key={number} messages={data.messages} name={name} me={admin?.username} history />
        </>
      )}
      {!isPending && !data?.messages.length && recent && <Recent recent={recent} name={name} />}
    </div>
  )
}

function Recent({ recent, name }: { recent: InboundSms; name: string }) {
  const now = useToday()
  return (
    <>
      <p className="sb-reply-label">Recent Message:</p>
      <div className="sb-reply-recent">
        <p className="sb-bubble" data-look="plain">
          <MessageText body={recent.body} numMedia={recent.numMedia} />
        </p>
        <p className="sb-meta">
          {name} · {historyTime(recent.receivedAt, now)}
        </p>
      </div>
    </>
  )
}

function Form({
  number,
  reply,
  conversation,
  input,
}: {
  number: string
  reply: Reply
  conversation: Conversation | undefined
  input: React.RefObject<HTMLTextAreaElement | null>
}) {
  const id = useId()
  const { admin } = useSession()
  const { draft, body, count } = reply
  const messages = conversation?.messages ?? []
  const answer = answeredMeanwhile(messages, draft.text ? draft.since : null, admin?.username)
  return (
    <div className="sb-reply-form">
      {conversation?.optOut && <OptOutNote optOut={conversation.optOut} />}
      {answer && (
        <ColleagueNotice answer={answer} onSeen={() => seeNews(number, messages.at(-1)?.id ?? null)} />
      )}
      <FormGroup
        label="Reply"
        labelFor={`${id}-text`}
        helperText={plural([...draft.text].length, 'character')}
      >
        <TextArea
          id={`${id}-text`}
          inputRef={input}
          fill
          rows={5}
          maxLength={LONGEST}
          placeholder="Type your reply message..."
          value={draft.text}
          readOnly={draft.sending}
          onChange={(event) => reply.edit({ text: event.target.value })}
        />
      </FormGroup>
      <Checkbox
        label="Include landing page link"
        checked={draft.withLink}
        disabled={draft.sending}
        onChange={(event) => reply.edit({ withLink: event.currentTarget.checked })}
      />
      <FormGroup label="Update Prospect Status (Optional)" labelFor={`${id}-status`}>
        <HTMLSelect
          id={`${id}-status`}
          fill
          disabled={draft.sending}
          value={draft.status ?? ''}
          onChange={(event) =>
            reply.edit({ status: ContactStatus.options.find((one) => one === event.target.value) ?? null })
          }
        >
          <option value="">No Status Change</option>
          {ContactStatus.options.map((status) => (
            <option key={status}>{status}</option>
          ))}
        </HTMLSelect>
      </FormGroup>
      <section className="sb-preview" aria-label="SMS Preview">
        <p className="sb-preview-head">
          <strong>SMS Preview</strong>
          <span>
            {plural(count.characters, 'character')} · {plural(count.segments, 'segment')}
          </span>
        </p>
        <p className="sb-bubble" data-look="plain" data-side="mine">
          {body || <em>Your text, as it will arrive</em>}
        </p>
        <LengthNotes count={count} tooLong={reply.tooLong} />
      </section>
      {draft.failure && <FailureNotice failure={draft.failure} />}
    </div>
  )
}
