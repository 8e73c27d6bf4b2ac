import { Button, Checkbox, TextArea } from '@blueprintjs/core'
import { type KeyboardEvent, type RefObject, useRef, useState } from 'react'
import { fieldInput, SendButton } from '../../kit/Field.tsx'
import { Form } from '../../kit/Form.tsx'
import { Kbd } from '../../kit/Kbd.tsx'
import { LengthWarnings, SegmentCounter } from '../../kit/SegmentCounter.tsx'
import { useLatest } from '../../kit/useLatest.ts'
import type { ReplyFields } from '../savedReplies/rules.ts'
import { SavedReplies } from '../savedReplies/SavedReplies.tsx'
import { RefusalNotice } from './ReplyNotes.tsx'
import type { Reply } from './useReply.ts'
import { useReplyForm } from './useReplyForm.ts'

interface Props {
  reply: Reply
  input: RefObject<HTMLTextAreaElement | null>
  /** Opens the dialog with all options. Absent where replies have none, as from a salon. */
  onMore?: () => void
  onEscape: () => void
  /** Opens the next text that waits for an answer; called after *Send and next* has sent. */
  onNext: () => void
  /** The set of saved replies (null: that of Sales), and the values of their fields. */
  saved: { salonId: string | null; fields: ReplyFields }
}

const isNextKey = ({ key, altKey, repeat }: KeyboardEvent) => key === 'Enter' && altKey && !repeat

/** The short reply form under the conversation. The dialog edits the same draft. */
export function ReplyBox({ reply, input, onMore, onEscape, onNext, saved }: Props) {
  const [picking, setPicking] = useState(false)
  const thenNext = useRef(false)
  // The list has changed when the carrier has accepted the text.
  const latestNext = useLatest(onNext)
  const form = useReplyForm(reply, (sent) => {
    if (sent && thenNext.current) latestNext.current()
    else form.focus('text')
  })
  const send = (next: boolean) => {
    thenNext.current = next
    void form.submit().finally(() => {
      thenNext.current = false
    })
  }
  const { draft } = reply
  const { inputRef, ...text } = fieldInput(form, 'text')
  if (reply.refusal) return <RefusalNotice reason={reply.refusal} />
  return (
    <Form form={form} deliberate className="sb-reply-box">
      <label className="sb-hidden" htmlFor={text.id}>
        Reply
      </label>
      <TextArea
        {...text}
        inputRef={(element) => {
          inputRef(element)
          input.current = element
        }}
        fill
        rows={3}
        placeholder="Type your reply message..."
        readOnly={draft.sending}
        onKeyDown={(event) => {
          if (event.key === 'Escape') {
            event.stopPropagation()
            onEscape()
          } else if (isNextKey(event)) {
            event.preventDefault()
            send(true)
          } else if (event.key === '/' && draft.text === '') {
            event.preventDefault()
            setPicking(true)
          }
        }}
      />
      <LengthWarnings count={reply.count} tooLong={reply.tooLong} />
      <div className="sb-reply-actions">
        {onMore && (
          <Checkbox
            {...fieldInput(form, 'withLink')}
            label="Include landing page link"
            disabled={draft.sending}
          />
        )}
        <SavedReplies
          {...saved}
          isOpen={picking}
          onOpenChange={setPicking}
          onInsert={(filled) => {
            const before = draft.text.trimEnd()
            reply.edit({ text: before === '' ? filled : `${before} ${filled}` })
          }}
          onClosed={() => form.focus('text')}
        />
        <SegmentCounter count={reply.count} />
        {onMore && (
          <Button variant="minimal" className="sb-reply-more" endIcon={<Kbd keys="R" />} onClick={onMore}>
            More options
          </Button>
        )}
        <Button
          variant="minimal"
          className="sb-reply-next"
          disabled={!reply.canSend}
          endIcon={<Kbd keys="Alt+Enter" />}
          onClick={() => send(true)}
        >
          Send and next
        </Button>
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
