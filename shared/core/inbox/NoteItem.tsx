import './desk.css'
import { LinkButton } from '../../kit/LinkButton.tsx'
import type { Note } from './conversation.ts'
import { useDeleteNote } from './deskData.ts'

interface Props {
  note: Note
  time: string
  /** Username of the reader. */
  me: string | undefined
}

/** A note in a conversation, which looks unlike a text. */
export function NoteItem({ note, time, me }: Props) {
  const remove = useDeleteNote()
  return (
    <div className="sb-note" role="note">
      <p className="sb-note-label sb-small">Note · not sent</p>
      <p className="sb-note-body">{note.body}</p>
      <p className="sb-note-meta sb-small">
        <bdi>{note.createdBy === me ? 'You' : note.createdBy}</bdi> · {time}
        {note.createdBy === me && (
          <LinkButton size="small" disabled={remove.isPending} onClick={() => remove.mutate(note.id)}>
            Delete note
          </LinkButton>
        )}
      </p>
    </div>
  )
}
