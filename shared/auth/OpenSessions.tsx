import { Button, DialogBody, DialogFooter } from '@blueprintjs/core'
import { useQueryClient } from '@tanstack/react-query'
import { brand } from '../brand.ts'
import { dateTime, relativeTime } from '../formats.ts'
import { usePlatform } from '../host/platform.ts'
import { loggedOut } from '../host/session.ts'
import { Badge } from '../kit/Badge.tsx'
import { refresh, useAction, useRead } from '../kit/data.ts'
import { Loaded } from '../kit/Loaded.tsx'
import { toast } from '../kit/toasts.ts'
import { useNow } from '../kit/useNow.ts'
import { WaitingButton } from '../kit/WaitingButton.tsx'
import type { OpenSession } from './contract.ts'
import { describeUserAgent } from './rules.ts'

/** The account's sessions, with a button to end each and one to end all. */
export function OpenSessions({ onClose }: { onClose: () => void }) {
  const platform = usePlatform()
  const client = useQueryClient()
  const places = useRead('auth', 'sessions', undefined, { staleTime: 0 })
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
          read={places}
          loading={{ text: 'Loading your account...', rows: 2 }}
          failed="Error loading your account"
        >
          {(list) => (
            <ul className="sb-account-places">
              {list.map((place) => (
                <Place key={place.id} place={place} />
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

function Place({ place }: { place: OpenSession }) {
  const client = useQueryClient()
  const now = useNow()
  const name = describeUserAgent(place.agent, brand.name)
  const end = useAction({
    run: (api, id: string) => api.auth.endSession({ id }),
    settled: () => void refresh(client, ['auth', 'sessions']),
    failure: { title: 'Error', fallback: 'Failed to sign out there', serverWords: true },
  })
  return (
    <li>
      <div>
        <p>
          <b>{name}</b> {place.current && <Badge tone="green">Here</Badge>}
        </p>
        <p className="sb-account-when">
          Since {dateTime(place.createdAt)}
          {!place.current && `, used ${relativeTime(place.lastSeenAt, now)}`}
          {place.address && place.address !== 'unknown' && `, from ${place.address}`}
        </p>
      </div>
      {!place.current && (
        <WaitingButton
          busy={end.isPending}
          busyText="Signing out..."
          aria-label={`Sign out ${name}`}
          onClick={() => end.mutate(place.id)}
        >
          Sign out
        </WaitingButton>
      )}
    </li>
  )
}
