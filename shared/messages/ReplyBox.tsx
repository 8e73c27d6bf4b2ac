import { Button, Checkbox, TextArea } from '@blueprintjs/core'
import { type RefObject, useId } from 'react'
import { Kbd } from '../kit/Kbd.tsx'
import { WaitingButton } from '../kit/WaitingButton.tsx'
import { LengthNotes, Meter } from './SegmentCounter.tsx'
import type { Reply } from './useReply.ts'

/** Ctrl or ⌘ with Enter, once: a key that is held down repeats, and a repeat is no second wish. */
export function isSendKey(event: React.KeyboardEvent): boolean {
  return event.key === 'Enter' && (event.ctrlKey || event.metaKey) && !event.repeat
}

/** Keeps a held Enter on a button from pressing it again and again. */
export const ignoreRepeats = (event: React.KeyboardEvent) => {
  if (event.repeat && (event.key === 'Enter' || event.key === ' ')) event.preventDefault()
}

interface Props {
  reply: Reply
  input: RefObject<HTMLTextAreaElement | null>
  onMore: () => void
  onEscape: () => void
}

/** The short form under the conversation: write, see its length, send. The dialog continues the same draft. */
export function ReplyBox({ reply, input, onMore, onEscape }: Props) {
  const id = useId()
  const { draft } = reply
  const submit = async () => {
    await reply.send()
    input.current?.focus()
  }
  return (
    <div className="sb-reply-box">
      <label className="sb-hidden" htmlFor={id}>
        Reply
      </label>
      <TextArea
        id={id}
        inputRef={input}
        fill
        rows={3}
        placeholder="Type your reply message..."
        value={draft.text}
        readOnly={draft.sending}
        onChange={(event) => reply.edit({ text: event.target.value })}
        onKeyDown={(event) => {
          if (isSendKey(event)) {
            event.preventDefault()
            void submit()
          } else if (event.key === 'Escape') {
            event.stopPropagation()
            onEscape()
          }
        }}
      />
      <LengthNotes count={reply.count} tooLong={reply.tooLong} />
      <div className="sb-reply-actions">
        <Checkbox
          label="Include landing page link"
          checked={draft.withLink}
          disabled={draft.sending}
          onChange={(event) => reply.edit({ withLink: event.currentTarget.checked })}
        />
        <Meter count={reply.count} />
        <Button variant="minimal" className="sb-reply-more" endIcon={<Kbd keys="R" />} onClick={onMore}>
          More options
        </Button>
        <WaitingButton
          intent="primary"
          busy={draft.sending}
          busyText="Sending..."
          disabled={!reply.canSend && !draft.sending}
          endIcon={<Kbd keys="Mod+Enter" />}
          onKeyDown={ignoreRepeats}
          onClick={() => void submit()}
        >
          Send Reply
        </WaitingButton>
      </div>
    </div>
  )
}
