import { Button, Checkbox, FormGroup, HTMLSelect, TextArea } from '@blueprintjs/core'
import { type KeyboardEvent, type ReactNode, type RefObject, useState } from 'react'
import { plural } from '../../formats.ts'
import { Field, fieldInput, SendButton } from '../../kit/Field.tsx'
import { Form } from '../../kit/Form.tsx'
import { Kbd } from '../../kit/Kbd.tsx'
import { LengthWarnings, SegmentCounter } from '../../kit/SegmentCounter.tsx'
import { MAX_TEXT_CHARACTERS } from '../../sms/segments.ts'
import type { ReplyFields } from '../savedReplies/rules.ts'
import { SavedReplies } from '../savedReplies/SavedReplies.tsx'
import { ContactStatus } from './contactStatus.ts'
import { useTakeWhileTyping } from './deskData.ts'
import { ColleagueNotice, FailureNotice, RefusalNotice } from './ReplyNotes.tsx'
import type { Reply } from './useReply.ts'
import { type ReplyFormState, useReplyForm } from './useReplyForm.ts'

interface Props {
  reply: Reply
  /** Values of the fields in saved replies. */
  fields: ReplyFields
  input?: RefObject<HTMLTextAreaElement | null>
  /** The carrier has accepted the text. */
  onSent?: () => void
  onEscape?: () => void
  /** Opens the next text that waits for an answer. Without it there is no *Send and next*. */
  onNext?: () => void
  /** Left of the button that sends. */
  children?: ReactNode
}

/** The form of every reply, under a conversation and in the dialog. Replies of a salon have no link and no status. */
export function ReplyForm({ reply, fields, input, onSent, onEscape, onNext, children }: Props) {
  const { draft, colleagueReply } = reply
  const { salonId } = reply.conversation
  const [picking, setPicking] = useState(false)
  // Stays open once writing began: the form would move under the finger when a reply is sent.
  const [begun, setBegun] = useState(false)
  if (!begun && draft.text !== '') setBegun(true)
  useTakeWhileTyping(reply.conversation, draft.text)
  const { form, sendThenNext } = useReplyForm(reply, { onSent, onNext })
  if (reply.refusal)
    return (
      <div className="sb-reply-form sb-column">
        <RefusalNotice reason={reply.refusal} />
        {children}
      </div>
    )
  const insert = (filled: string) => {
    const before = draft.text.trimEnd()
    reply.edit({ text: before === '' ? filled : `${before} ${filled}` })
  }
  const keys = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && onEscape) {
      event.stopPropagation()
      onEscape()
    } else if (event.key === 'Enter' && event.altKey && !event.repeat && onNext) {
      event.preventDefault()
      sendThenNext()
    } else if (event.key === '/' && draft.text === '') {
      event.preventDefault()
      setPicking(true)
    }
  }
  return (
    <Form form={form} deliberate className="sb-reply-form sb-column">
      {colleagueReply && <ColleagueNotice answer={colleagueReply} onSeen={reply.markSeen} />}
      {draft.failure && <FailureNotice failure={draft.failure} />}
      <div className="sb-reply-fields" data-blank={!begun}>
        <Field
          form={form}
          name="text"
          label="Reply"
          note={<span className="sb-num">{plural([...draft.text].length, 'character')}</span>}
        >
          {({ inputRef, ...text }) => (
            <TextArea
              {...text}
              inputRef={(element) => {
                inputRef(element)
                if (input) input.current = element
              }}
              fill
              rows={3}
              maxLength={MAX_TEXT_CHARACTERS}
              placeholder="Type your reply message..."
              readOnly={draft.sending}
              onKeyDown={keys}
            />
          )}
        </Field>
        {salonId === null && <Options form={form} disabled={draft.sending} />}
        <Preview reply={reply} />
      </div>
      <div className="sb-reply-actions sb-row sb-wrap">
        <SavedReplies
          salonId={salonId}
          fields={fields}
          isOpen={picking}
          onOpenChange={setPicking}
          onInsert={insert}
          onClosed={() => form.focus('text')}
        />
        {children}
        {onNext && (
          <Button
            variant="minimal"
            className="sb-reply-next"
            disabled={!reply.canSend}
            endIcon={<Kbd keys="Alt+Enter" />}
            onClick={sendThenNext}
          >
            Send and next
          </Button>
        )}
        <SendButton
          form={form}
          busyText="Sending..."
          disabled={!reply.canSend}
          endIcon={<Kbd keys="Mod+Enter" />}
        >
          Send Reply
        </SendButton>
      </div>
    </Form>
  )
}

/** What replies of the agency can have besides the text. */
function Options({ form, disabled }: { form: ReplyFormState; disabled: boolean }) {
  const { inputRef, ...status } = fieldInput(form, 'status')
  return (
    <div className="sb-reply-options">
      <Checkbox {...fieldInput(form, 'withLink')} label="Include landing page link" disabled={disabled} />
      <FormGroup label="Update Prospect Status (Optional)" labelFor={status.id}>
        <HTMLSelect {...status} ref={inputRef} fill disabled={disabled}>
          <option value="">No Status Change</option>
          {ContactStatus.options.map((status) => (
            <option key={status}>{status}</option>
          ))}
        </HTMLSelect>
      </FormGroup>
    </div>
  )
}

const Preview = ({ reply: { body, count, tooLong } }: { reply: Reply }) => (
  <section className="sb-preview sb-column sb-inset" aria-label="SMS Preview">
    <div className="sb-preview-head sb-wrap sb-small sb-muted sb-num">
      <strong>SMS Preview</strong>
      <SegmentCounter count={count} />
    </div>
    <p className="sb-bubble" data-look="plain" data-side="mine">
      {body || <em>Your text, as it will arrive</em>}
    </p>
    <LengthWarnings count={count} tooLong={tooLong} />
  </section>
)
