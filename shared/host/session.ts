import { type QueryClient, useQuery } from '@tanstack/react-query'
import { loginPath, screenOf } from './addresses.ts'
import { type Api, type Platform, usePlatform } from './platform.ts'
import { isUnauthenticated } from './query.ts'
import { resetUserState, sessionBegan, sessionEnded } from './reset.ts'

type Admin = Awaited<ReturnType<Api['auth']['me']>>

const meKey = ['/api/admin/me'] as const
/** Where this visit was sent to login from. It is the cache's, so it is gone with the page, the logout and the person. */
const returnKey = ['return'] as const
/** After a logout: what somebody goes back to in the browser's history is not where the next person wants to go. */
const nowhere = ''
const personKey = 'salonback.person'

/** The current admin; null when there is none. Any failure means not authenticated (specification, section 7). */
export function useSession() {
  const { api, loggedOutAtStart } = usePlatform()
  const { data, isPending } = useQuery<Admin | null>({
    queryKey: meKey,
    gcTime: Number.POSITIVE_INFINITY,
    ...(loggedOutAtStart && { initialData: null }),
    queryFn: async ({ signal }) => {
      try {
        const admin = await api.auth.me({}, { signal })
        rememberAdmin(admin)
        return admin
      } catch (error) {
        if (isUnauthenticated(error)) {
          sessionEnded()
          return null
        }
        throw error
      }
    },
  })
  return { admin: data ?? null, isPending, isAuthenticated: Boolean(data) }
}

/** Somebody else may have logged in in another window of this browser: nothing of who was here before is shown to them. */
function rememberAdmin(admin: Admin): boolean {
  const last = sessionStorage.getItem(personKey)
  const another = last !== null && last !== admin.id
  if (another) {
    resetUserState()
  }
  sessionStorage.setItem(personKey, admin.id)
  sessionBegan()
  return another
}

/** A session ended under someone's hands: what they typed stays in memory, and login leads back to where they were. */
export function endExpiredSession(client: QueryClient, platform: Platform) {
  if (!client.getQueryData(meKey)) return
  rememberReturnPath(client, platform.route.get())
  sessionEnded()
  client.setQueryData(meKey, null)
  void platform.loggedOut()
}

/** Where to go after login: a screen of the console, never an address that means nothing. */
export function rememberReturnPath(client: QueryClient, path: string) {
  const { name } = screenOf(path)
  if (name === 'login' || name === 'missing' || client.getQueryData(returnKey) === nowhere) return
  keepReturnPath(client, path)
}

function keepReturnPath(client: QueryClient, path: string) {
  client.setQueryDefaults(returnKey, { gcTime: Number.POSITIVE_INFINITY })
  client.setQueryData(returnKey, path)
}

function takeReturnPath(client: QueryClient): string {
  const path = client.getQueryData<string>(returnKey)
  client.removeQueries({ queryKey: returnKey })
  return path || '/admin'
}

/** After a successful login: the admin is read anew and the way goes on to where it was interrupted. */
export async function loggedIn(client: QueryClient, platform: Platform) {
  const admin = await platform.api.auth.me()
  if (rememberAdmin(admin)) clearData(client)
  await client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== meKey[0] })
  client.setQueryData(meKey, admin)
  platform.route.set(takeReturnPath(client))
}

/** A password of the person's own: the console opens. */
export async function reloadAdmin(client: QueryClient, api: Api) {
  client.setQueryData(meKey, await api.auth.me())
}

/** After a successful logout: nothing that was read or typed stays. */
export async function loggedOut(client: QueryClient, platform: Platform) {
  resetUserState()
  sessionEnded()
  sessionStorage.removeItem(personKey)
  client.setQueryData(meKey, null)
  platform.route.set(loginPath)
  clearData(client)
  keepReturnPath(client, nowhere)
  platform.setBadge(0)
  await platform.loggedOut()
}

// The entry of the admin itself stays: the guard watches it.
function clearData(client: QueryClient) {
  client.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== meKey[0] })
  client.getMutationCache().clear()
}
