import './staff.css'
import { Button, DialogBody, DialogFooter } from '@blueprintjs/core'
import { useState } from 'react'
import { useRead } from '../../kit/data.ts'
import { Loaded } from '../../kit/Loaded.tsx'
import { InviteForm } from './InviteForm.tsx'
import { MemberItem } from './MemberItem.tsx'
import { type ReadyLink, StaffLinkReady } from './StaffLinkReady.tsx'

/** Everyone with an account; inviting, roles, and locking out. For admins. */
export function StaffPart({ username, onClose }: { username: string; onClose: () => void }) {
  const [inviting, setInviting] = useState(false)
  const [link, setLink] = useState<ReadyLink | null>(null)
  const list = useRead('staff', 'list', undefined, { staleTime: 0 })
  if (link) return <StaffLinkReady link={link} onDone={() => setLink(null)} />
  if (inviting) {
    const invited = (ready: ReadyLink) => {
      setInviting(false)
      setLink(ready)
    }
    return <InviteForm onInvited={invited} onBack={() => setInviting(false)} />
  }
  return (
    <>
      <DialogBody>
        <Loaded read={list} loading={{ text: 'Loading staff...', rows: 2 }} failed="Error loading staff">
          {(members) => (
            <ul className="sb-staff sb-column" aria-label="Staff">
              {members.map((member) => (
                <MemberItem
                  key={member.id}
                  member={member}
                  isSelf={member.username === username}
                  onLink={setLink}
                />
              ))}
            </ul>
          )}
        </Loaded>
      </DialogBody>
      <DialogFooter
        actions={
          <>
            <Button onClick={onClose}>Close</Button>
            <Button intent="primary" onClick={() => setInviting(true)}>
              Invite...
            </Button>
          </>
        }
      />
    </>
  )
}
