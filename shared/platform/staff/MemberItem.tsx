import { Button, Menu, MenuItem, PopoverNext } from '@blueprintjs/core'
import { More } from '@blueprintjs/icons'
import { useState } from 'react'
import { relativeTime } from '../../formats.ts'
import type { Api } from '../../host/platform.ts'
import { Badge } from '../../kit/Badge.tsx'
import { ConfirmDialog } from '../../kit/ConfirmDialog.tsx'
import { useAction } from '../../kit/data.ts'
import { toast } from '../../kit/toasts.ts'
import { useNow } from '../../kit/useNow.ts'
import type { StaffMember } from './contract.ts'
import type { ReadyLink } from './StaffLinkReady.tsx'

interface Props {
  member: StaffMember
  isSelf: boolean
  onLink: (link: ReadyLink) => void
}

type Confirming = 'link' | 'disable' | null

const roleLabels = { admin: 'Admin', agent: 'Agent' } as const

/** One person with role and state, and a menu of changes. */
export function MemberItem({ member, isSelf, onLink }: Props) {
  const now = useNow()
  const { username, role, state, lastSeenAt, secondFactor } = member
  const notes = [
    isSelf && 'You',
    secondFactor && 'Two-step login',
    lastSeenAt && !isSelf && `used ${relativeTime(lastSeenAt, now)}`,
  ].filter(Boolean)
  return (
    <li>
      <div className="sb-staff-who sb-tight sb-break">
        <p>
          <b>{username}</b> <Badge tone={role === 'admin' ? 'green' : 'grey'}>{roleLabels[role]}</Badge>{' '}
          {state === 'invited' && <Badge tone="amber">Invited</Badge>}
          {state === 'disabled' && <Badge tone="red">Disabled</Badge>}
        </p>
        {notes.length > 0 && <p className="sb-small sb-muted">{notes.join(' · ')}</p>}
      </div>
      <MemberMenu member={member} isSelf={isSelf} onLink={onLink} />
    </li>
  )
}

/** Runs a change of one person and reloads the list. */
function useChange(failed: string, done?: () => void) {
  return useAction({
    run: (api, change: (api: Api) => Promise<{ message: string }>) => change(api),
    ...(done && { done }),
    refreshes: [['staff', 'list']],
    failure: { title: 'Not changed', fallback: failed, showServerMessage: true },
  })
}

function useNewLink({ id, username }: StaffMember, onLink: Props['onLink']) {
  return useAction({
    run: (api, _: undefined) => api.staff.createLink({ id }),
    done: (link) => onLink({ ...link, username }),
    refreshes: [['staff', 'list']],
    failure: { title: 'No link', fallback: 'Failed to create the link', showServerMessage: true },
  })
}

function MemberMenu({ member, isSelf, onLink }: Props) {
  const { id, username, role, state } = member
  const [asked, setAsked] = useState<Confirming>(null)
  const change = useChange('Failed to change this account')
  const newLink = useNewLink(member, onLink)
  const other = role === 'admin' ? 'agent' : 'admin'
  const disable = () =>
    change.mutate(async (api) => {
      const reply = await api.staff.disable({ id })
      toast.success('Locked out', `${username} is signed out everywhere and cannot log in.`)
      return reply
    })
  const confirmed = () => {
    setAsked(null)
    if (asked === 'link') newLink.mutate(undefined)
    else disable()
  }
  return (
    <>
      <PopoverNext
        placement="bottom-end"
        arrow={false}
        animation="minimal"
        content={
          <Menu aria-label={`Change ${username}`}>
            <MenuItem
              text={role === 'admin' ? 'Make an agent' : 'Make an admin'}
              onClick={() => change.mutate((api) => api.staff.setRole({ id, role: other }))}
            />
            {!isSelf && state !== 'disabled' && (
              <MenuItem
                text={state === 'invited' ? 'New invitation link' : 'Link for a new password...'}
                onClick={() => (state === 'invited' ? newLink.mutate(undefined) : setAsked('link'))}
              />
            )}
            {!isSelf && state !== 'disabled' && (
              <MenuItem intent="danger" text="Disable..." onClick={() => setAsked('disable')} />
            )}
            {state === 'disabled' && (
              <MenuItem text="Enable" onClick={() => change.mutate((api) => api.staff.enable({ id }))} />
            )}
          </Menu>
        }
      >
        <Button variant="minimal" aria-label={`Change ${username}`} icon={<More title={false} />} />
      </PopoverNext>
      <ConfirmDialog
        question={asked === 'link' ? `A new password for ${username}?` : `Disable ${username}?`}
        confirm={asked === 'link' ? 'Create link' : 'Disable'}
        isOpen={asked !== null}
        onCancel={() => setAsked(null)}
        onConfirm={confirmed}
      >
        <p>
          {asked === 'link'
            ? 'You get a link to hand over. It signs them out everywhere.'
            : 'They are signed out everywhere and cannot log in. What they did stays.'}
        </p>
      </ConfirmDialog>
    </>
  )
}
