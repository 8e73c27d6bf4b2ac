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
    <div className="sb-note sb-tight" role="note">
      <p className="sb-bold sb-small">Note · not sent</p>
      <p className="sb-note-body sb-break">{note.body}</p>
      <p className="sb-note-meta sb-row sb-wrap sb-small">
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
