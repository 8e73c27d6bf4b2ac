import { Button, Checkbox, TextArea } from '@blueprintjs/core'
import type { RefObject } from 'react'
import { fieldInput, SendButton } from '../kit/Field.tsx'
import { Form } from '../kit/Form.tsx'
import { Kbd } from '../kit/Kbd.tsx'
import { LengthWarnings, SegmentCounter } from './SegmentCounter.tsx'
import type { Reply } from './useReply.ts'
import { useReplyForm } from './useReplyForm.ts'

interface Props {
  reply: Reply
  input: RefObject<HTMLTextAreaElement | null>
  /** Opens the dialog with all options. Absent where replies have none, as from a salon. */
  onMore?: () => void
  onEscape: () => void
}

/** The short reply form under the conversation. The dialog edits the same draft. */
export function ReplyBox({ reply, input, onMore, onEscape }: Props) {
  const form = useReplyForm(reply, () => form.focus('text'))
  const { draft } = reply
  const { inputRef, ...text } = fieldInput(form, 'text')
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
          if (event.key !== 'Escape') return
          event.stopPropagation()
          onEscape()
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
        <SegmentCounter count={reply.count} />
        {onMore && (
          <Button variant="minimal" className="sb-reply-more" endIcon={<Kbd keys="R" />} onClick={onMore}>
            More options
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
