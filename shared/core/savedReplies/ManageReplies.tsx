import { Button, Dialog, DialogBody, InputGroup, TextArea } from '@blueprintjs/core'
import { useState } from 'react'
import type { z } from 'zod'
import { ConfirmDialog } from '../../kit/ConfirmDialog.tsx'
import { useAction, useRead } from '../../kit/data.ts'
import { DialogForm, Field, SelectField } from '../../kit/Field.tsx'
import { useConsoleForm } from '../../kit/form.ts'
import { LinkButton } from '../../kit/LinkButton.tsx'
import { isEmpty, Loaded } from '../../kit/Loaded.tsx'
import { SegmentCounter } from '../../kit/SegmentCounter.tsx'
import { Empty } from '../../kit/states.tsx'
import { segments } from '../../sms/segments.ts'
import { MAX_NAME, MAX_TEXT, ReplyScope, type SavedReply, SavedReplyText } from './contract.ts'

interface Props {
  salonId: string | null
  onClose: () => void
}

/** Adds, edits and deletes saved replies. */
export function ManageReplies({ salonId, onClose }: Props) {
  const read = useRead('savedReplies', 'list', salonId ? { salonId } : {})
  /** The reply in the form; `new` for a new one. */
  const [editing, setEditing] = useState<SavedReply | 'new' | null>(null)
  const title = editing === null ? 'Saved replies' : editing === 'new' ? 'Add a saved reply' : editing.name
  return (
    <Dialog isOpen title={title} onClose={onClose}>
      {editing === null ? (
        <DialogBody>
          <Loaded
            read={read}
            loading={{ text: 'Loading saved replies...', rows: 3 }}
            failed="Failed to load the saved replies"
            empty={{ when: isEmpty, state: <Empty title="No saved replies yet." /> }}
          >
            {(replies) => (
              <ul className="sb-saved-manage" aria-label="Saved replies">
                {replies.map((reply) => (
                  <Row key={reply.id} reply={reply} onEdit={() => setEditing(reply)} />
                ))}
              </ul>
            )}
          </Loaded>
          <Button intent="primary" onClick={() => setEditing('new')}>
            Add reply
          </Button>
        </DialogBody>
      ) : (
        <ReplyForm
          salonId={salonId}
          reply={editing === 'new' ? null : editing}
          onDone={() => setEditing(null)}
        />
      )}
    </Dialog>
  )
}

function Row({ reply, onEdit }: { reply: SavedReply; onEdit: () => void }) {
  const [asking, setAsking] = useState(false)
  const remove = useAction({
    run: (api, id: string) => api.savedReplies.remove({ id }),
    refreshes: [['savedReplies', 'list']],
    failure: { title: 'Error', fallback: 'The reply was not deleted', showServerMessage: true },
  })
  return (
    <li>
      <div>
        <b>{reply.name}</b>
        {reply.scope === 'salons' && <span className="sb-small sb-muted"> · all salons</span>}
        <p className="sb-muted">{reply.text}</p>
      </div>
      <LinkButton aria-label={`Edit ${reply.name}`} onClick={onEdit}>
        Edit
      </LinkButton>
      <LinkButton aria-label={`Delete ${reply.name}`} onClick={() => setAsking(true)}>
        Delete
      </LinkButton>
      <ConfirmDialog
        question={`Delete “${reply.name}”?`}
        confirm="Delete"
        isOpen={asking}
        onCancel={() => setAsking(false)}
        onConfirm={() => {
          setAsking(false)
          remove.mutate(reply.id)
        }}
      >
        <p>{reply.scope === 'salons' ? 'It is removed for all salons.' : 'Texts already sent stay.'}</p>
      </ConfirmDialog>
    </li>
  )
}

const schema = SavedReplyText.extend({ scope: ReplyScope })
type Values = z.input<typeof schema>

interface ReplyFormProps {
  salonId: string | null
  reply: SavedReply | null
  onDone: () => void
}

function ReplyForm({ salonId, reply, onDone }: ReplyFormProps) {
  const [values, setValues] = useState<Values>({
    name: reply?.name ?? '',
    text: reply?.text ?? '',
    scope: reply?.scope ?? (salonId ? 'salon' : 'sales'),
  })
  const save = useAction({
    run: (api, { scope, ...text }: z.output<typeof schema>) =>
      reply
        ? api.savedReplies.update({ id: reply.id, ...text })
        : api.savedReplies.create({ ...text, scope, ...(scope === 'salon' && salonId && { salonId }) }),
    done: onDone,
    refreshes: [['savedReplies', 'list']],
    failure: null,
  })
  const form = useConsoleForm<Values, z.output<typeof schema>>({
    schema,
    values,
    onEdit: setValues,
    send: save.mutateAsync,
    first: 'name',
    failure: { title: 'Not saved', fallback: 'The reply was not saved' },
  })
  return (
    <DialogForm form={form} action="Save" busyText="Saving..." back="Back" onBack={onDone}>
      <Field form={form} name="name" label="Name" note="Colleagues find it by this name.">
        {(input) => <InputGroup {...input} maxLength={MAX_NAME} />}
      </Field>
      <Field
        form={form}
        name="text"
        label="Text"
        note="{name} and {link} are filled in when you insert it. You can still edit the text before you send it."
      >
        {(input) => <TextArea {...input} fill rows={5} maxLength={MAX_TEXT} />}
      </Field>
      <SegmentCounter count={segments(values.text)} />
      {salonId && !reply && (
        <SelectField form={form} name="scope" label="For">
          <option value="salon">This salon</option>
          <option value="salons">All salons</option>
        </SelectField>
      )}
    </DialogForm>
  )
}
