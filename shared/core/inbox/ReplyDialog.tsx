import { Button, Checkbox, Dialog, DialogFooter, FormGroup, HTMLSelect, TextArea } from '@blueprintjs/core'
import { plural } from '../../formats.ts'
import { useSession } from '../../host/session.ts'
import { Field, fieldInput, SendButton } from '../../kit/Field.tsx'
import { Form } from '../../kit/Form.tsx'
import { Kbd } from '../../kit/Kbd.tsx'
import { Loaded } from '../../kit/Loaded.tsx'
import { LengthWarnings } from '../../kit/SegmentCounter.tsx'
import { formatPhone } from '../../sms/phone.ts'
import { MAX_TEXT_CHARACTERS } from '../../sms/segments.ts'
import { MessageText } from './Bubble.tsx'
import { ContactStatus } from './contactStatus.ts'
import type { Conversation, InboundSms } from './contract.ts'
import { newColleagueReply } from './conversationRules.ts'
import { useConversation } from './data.ts'
import { markRead } from './drafts.ts'
import { historyTime } from './messageTimes.ts'
import { OptOutNote } from './OptOutNote.tsx'
import { ColleagueNotice, FailureNotice, RefusalNotice } from './ReplyNotes.tsx'
import { StatusBadge } from './StatusBadge.tsx'
import { Thread, useToday } from './Thread.tsx'
import { type Reply, useReply } from './useReply.ts'
import { useReplyForm } from './useReplyForm.ts'

interface Props {
  number: string
  /** The answered text; shown when there is no history. */
  recent: InboundSms | undefined
  onClose: () => void
}

/** 'Reply to SMS Message': conversation history and the full reply form. */
export function ReplyDialog({ number, recent, onClose }: Props) {
  const conversation = useConversation(number)
  const reply = useReply(number, conversation.data)
  const form = useReplyForm(reply, (sent) => (sent ? onClose() : form.focus('text')))
  return (
    <Dialog
      isOpen
      className="sb-reply-dialog"
      title="Reply to SMS Message"
      canOutsideClickClose={false}
      onClose={onClose}
      onOpened={() => form.focus('text')}
    >
      <Form form={form} deliberate className="sb-reply-columns">
        <History number={number} conversation={conversation} recent={recent} />
        <ReplyForm number={number} reply={reply} form={form} conversation={conversation.data} />
      </Form>
      <DialogFooter
        actions={
          <>
            <Button onClick={onClose}>Cancel</Button>
            <SendButton
              form={form}
              busyText="Sending..."
              disabled={!reply.canSend}
              endIcon={<Kbd keys="Mod+Enter" />}
            >
              Send Reply
            </SendButton>
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
  const { data } = conversation
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
      <Loaded
        read={conversation}
        loading={
          <p className="sb-reply-label" role="status">
            Loading conversation history...
          </p>
        }
        failed="Error loading conversation"
        empty={{ when: hasNoTexts, state: <>{recent && <Recent recent={recent} name={name} />}</> }}
      >
        {({ messages }) => (
          <>
            <p className="sb-reply-label">Conversation History ({plural(messages.length, 'message')}):</p>
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

function ReplyForm({
  number,
  reply,
  form,
  conversation,
}: {
  number: string
  reply: Reply
  form: ReturnType<typeof useReplyForm>
  conversation: Conversation | undefined
}) {
  const { admin } = useSession()
  const { draft } = reply
  const messages = conversation?.messages ?? []
  const answer = newColleagueReply(messages, draft.text ? draft.lastReadId : null, admin?.username)
  const { inputRef: statusRef, ...status } = fieldInput(form, 'status')
  return (
    <div className="sb-reply-form">
      {conversation?.optOut && <OptOutNote optOut={conversation.optOut} />}
      {reply.refusal && <RefusalNotice reason={reply.refusal} />}
      {answer && (
        <ColleagueNotice answer={answer} onSeen={() => markRead(number, messages.at(-1)?.id ?? null)} />
      )}
      <Field form={form} name="text" label="Reply" note={plural([...draft.text].length, 'character')}>
        {(input) => (
          <TextArea
            {...input}
            fill
            rows={5}
            maxLength={MAX_TEXT_CHARACTERS}
            placeholder="Type your reply message..."
            readOnly={draft.sending}
          />
        )}
      </Field>
      <Checkbox
        {...fieldInput(form, 'withLink')}
        label="Include landing page link"
        disabled={draft.sending}
      />
      <FormGroup label="Update Prospect Status (Optional)" labelFor={status.id}>
        <HTMLSelect {...status} ref={statusRef} fill disabled={draft.sending}>
          <option value="">No Status Change</option>
          {ContactStatus.options.map((status) => (
            <option key={status}>{status}</option>
          ))}
        </HTMLSelect>
      </FormGroup>
      <Preview reply={reply} />
      {draft.failure && <FailureNotice failure={draft.failure} />}
    </div>
  )
}

const Preview = ({ reply: { body, count, tooLong } }: { reply: Reply }) => (
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
    <LengthWarnings count={count} tooLong={tooLong} />
  </section>
)
