import { type QueryClient, useQuery } from '@tanstack/react-query'
import { loginPath, screenOf } from './addresses.ts'
import { type Api, type Platform, usePlatform } from './platform.ts'
import { isSessionOver } from './query.ts'
import { resetPerson, sessionBegan, sessionEnded } from './reset.ts'

type Admin = Awaited<ReturnType<Api['auth']['me']>>

const meKey = ['/api/admin/me'] as const
const returnKey = 'salonback.return'
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
        keepTo(admin)
        return admin
      } catch (error) {
        if (isSessionOver(error)) {
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
function keepTo(admin: Admin): boolean {
  const last = sessionStorage.getItem(personKey)
  const another = last !== null && last !== admin.id
  if (another) {
    resetPerson()
    sessionStorage.removeItem(returnKey)
  }
  sessionStorage.setItem(personKey, admin.id)
  sessionBegan()
  return another
}

/** A session ended under someone's hands: what they typed stays in memory, and login leads back to where they were. */
export function sessionOver(client: QueryClient, platform: Platform) {
  if (!client.getQueryData(meKey)) return
  rememberPlace(platform.route.get())
  sessionEnded()
  client.setQueryData(meKey, null)
  void platform.loggedOut()
}

/** Where to go after login, unless it is the login screen itself. */
export function rememberPlace(path: string) {
  if (screenOf(path).name !== 'login') sessionStorage.setItem(returnKey, path)
}

function takePlace(): string {
  const path = sessionStorage.getItem(returnKey)
  sessionStorage.removeItem(returnKey)
  return path ?? '/admin'
}

/** After a successful login: the admin is read anew and the way goes on to where it was interrupted. */
export async function loggedIn(client: QueryClient, platform: Platform) {
  const admin = await platform.api.auth.me()
  if (keepTo(admin)) clearData(client)
  await client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== meKey[0] })
  client.setQueryData(meKey, admin)
  platform.route.set(takePlace())
}

/** After a successful logout: nothing that was read or typed stays. */
export async function loggedOut(client: QueryClient, platform: Platform) {
  resetPerson()
  sessionEnded()
  sessionStorage.removeItem(returnKey)
  sessionStorage.removeItem(personKey)
  client.setQueryData(meKey, null)
  platform.route.set(loginPath)
  clearData(client)
  platform.setBadge(0)
  await platform.loggedOut()
}

// The entry of the admin itself stays: the guard watches it.
function clearData(client: QueryClient) {
  client.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== meKey[0] })
  client.getMutationCache().clear()
}
