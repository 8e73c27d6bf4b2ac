import { Dialog } from '@blueprintjs/core'
import { z } from 'zod'
import { DialogForm, Field } from '../../kit/Field.tsx'
import { useConsoleForm } from '../../kit/form.ts'
import type { ConversationKey } from './conversation.ts'
import { useAddNote } from './deskData.ts'
import { MentionArea } from './MentionArea.tsx'

const schema = z.object({ note: z.string().trim().min(1, 'Please write a note') })

interface Props {
  conversation: ConversationKey
  onClose: () => void
}

/** A form apart from the reply box, so that a note is never sent as a text. */
export function NoteDialog({ conversation, onClose }: Props) {
  const add = useAddNote(conversation)
  const form = useConsoleForm({
    schema,
    values: { note: '' },
    send: async ({ note }) => {
      await add.mutateAsync(note)
      onClose()
    },
    failure: { title: 'Error', fallback: 'The note was not saved. Try again.' },
  })
  return (
    <Dialog isOpen title="Note for colleagues" onClose={onClose} onOpened={() => form.focus('note')}>
      <DialogForm form={form} action="Save note" busyText="Saving..." back="Cancel" onBack={onClose}>
        <Field
          form={form}
          name="note"
          label="Note"
          note="Only your team sees it. It is never sent. @name tells a colleague."
        >
          {(input) => <MentionArea {...input} fill rows={4} maxLength={2000} required />}
        </Field>
      </DialogForm>
    </Dialog>
  )
}
