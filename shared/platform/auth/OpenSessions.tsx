import { Button, DialogBody, DialogFooter } from '@blueprintjs/core'
import { useQueryClient } from '@tanstack/react-query'
import { brand } from '../../brand.ts'
import { dateTime, relativeTime } from '../../formats.ts'
import { usePlatform } from '../../host/platform.ts'
import { loggedOut } from '../../host/session.ts'
import { Badge } from '../../kit/Badge.tsx'
import { useAction, useRead } from '../../kit/data.ts'
import { Loaded } from '../../kit/Loaded.tsx'
import { toast } from '../../kit/toasts.ts'
import { useNow } from '../../kit/useNow.ts'
import { WaitingButton } from '../../kit/WaitingButton.tsx'
import type { OpenSession } from './contract.ts'
import { describeUserAgent } from './rules.ts'

/** The admin's open sessions, with buttons to end one or all. */
export function OpenSessions({ onClose }: { onClose: () => void }) {
  const platform = usePlatform()
  const client = useQueryClient()
  const sessions = useRead('auth', 'sessions', undefined, { staleTime: 0 })
  const everywhere = useAction({
    run: (api) => api.auth.logoutEverywhere(),
    done: async () => {
      await loggedOut(client, platform)
      toast.success('Logged out', 'You are signed out everywhere')
    },
    failure: { title: 'Logout failed', fallback: 'There was an error logging out' },
  })
  return (
    <>
      <DialogBody>
        <Loaded
          read={sessions}
          loading={{ text: 'Loading your account...', rows: 2 }}
          failed="Error loading your account"
        >
          {(list) => (
            <ul className="sb-account-places sb-column">
              {list.map((session) => (
                <SessionItem key={session.id} session={session} />
              ))}
            </ul>
          )}
        </Loaded>
      </DialogBody>
      <DialogFooter
        actions={
          <>
            <Button onClick={onClose}>Close</Button>
            <WaitingButton
              intent="danger"
              busy={everywhere.isPending}
              busyText="Signing out..."
              onClick={() => everywhere.mutate(undefined)}
            >
              Sign out everywhere
            </WaitingButton>
          </>
        }
      />
    </>
  )
}

function SessionItem({ session }: { session: OpenSession }) {
  const now = useNow()
  const name = describeUserAgent(session.agent, brand.name)
  const end = useAction({
    run: (api, id: string) => api.auth.endSession({ id }),
    refreshes: [['auth', 'sessions']],
    failure: { title: 'Error', fallback: 'Failed to sign out there', showServerMessage: true },
  })
  return (
    <li>
      <div>
        <p>
          <b>{name}</b> {session.current && <Badge tone="green">Here</Badge>}
        </p>
        <p className="sb-account-when">
          Since {dateTime(session.createdAt)}
          {!session.current && `, used ${relativeTime(session.lastSeenAt, now)}`}
          {session.address && session.address !== 'unknown' && `, from ${session.address}`}
        </p>
      </div>
      {!session.current && (
        <WaitingButton
          busy={end.isPending}
          busyText="Signing out..."
          aria-label={`Sign out ${name}`}
          onClick={() => end.mutate(session.id)}
        >
          Sign out
        </WaitingButton>
      )}
    </li>
  )
}
