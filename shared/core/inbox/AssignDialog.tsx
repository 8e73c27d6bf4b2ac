import { Button, Dialog, DialogBody } from '@blueprintjs/core'
import { useSession } from '../../host/session.ts'
import { Loaded } from '../../kit/Loaded.tsx'
import type { ConversationKey } from './conversation.ts'
import { useAssign, useColleagues } from './deskData.ts'

interface Props {
  conversation: ConversationKey
  /** Username of the colleague who has it now. */
  assignedTo: string | null
  onClose: () => void
}

/** Asks who looks after a conversation. */
export function AssignDialog({ conversation, assignedTo, onClose }: Props) {
  const { admin } = useSession()
  const assign = useAssign(conversation)
  const choose = (to: string | null) => {
    assign.mutate(to)
    onClose()
  }
  return (
    <Dialog isOpen title="Assign to" onClose={onClose} autoFocus={false} className="sb-later">
      <DialogBody>
        <p>They are told, and find it under Mine. Everyone still sees the conversation.</p>
        <Loaded
          read={useColleagues()}
          loading={{ text: 'Loading names...', rows: 2 }}
          failed="Failed to load the names"
        >
          {(colleagues) => (
            <ul className="sb-assign sb-column" aria-label="Colleagues">
              {[...colleagues]
                .sort((a, b) => Number(b.id === admin?.id) - Number(a.id === admin?.id))
                .map(({ id, username }, index) => (
                  <li key={id}>
                    <Button
                      fill
                      alignText="start"
                      autoFocus={index === 0}
                      active={username === assignedTo}
                      aria-pressed={username === assignedTo}
                      onClick={() => choose(id)}
                    >
                      {id === admin?.id ? `Me (${username})` : username}
                    </Button>
                  </li>
                ))}
              {assignedTo !== null && (
                <li>
                  <Button fill alignText="start" variant="minimal" onClick={() => choose(null)}>
                    Unassign
                  </Button>
                </li>
              )}
            </ul>
          )}
        </Loaded>
      </DialogBody>
    </Dialog>
  )
}
