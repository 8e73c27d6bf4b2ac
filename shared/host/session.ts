import { type QueryClient, skipToken, useQuery } from '@tanstack/react-query'
import { loginPath, screenOf } from './addresses.ts'
import { type Api, type Platform, usePlatform } from './platform.ts'
import { isUnauthenticated } from './query.ts'
import { resetUserState, sessionBegan, sessionEnded } from './reset.ts'

type Admin = Awaited<ReturnType<Api['auth']['me']>>

const meKey = ['/api/admin/me'] as const
/** Key of the path to return to after login. In the query cache, so that a reload or a logout deletes it. */
const returnKey = ['return'] as const
/** Set at logout: a path reached with Back must not become the next user's return path. */
const noReturn = ''
const adminIdKey = 'salonback.person'

/** The current admin; null without a session. Any failure counts as no session. */
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

/** Role of the current admin; undefined before it is known. */
export const useRole = () =>
  useQuery<Admin | null>({ queryKey: meKey, queryFn: skipToken, gcTime: Number.POSITIVE_INFINITY }).data?.role

/** Stores the admin's id. If another admin was logged in before, resets all stores and returns true. */
function rememberAdmin(admin: Admin): boolean {
  const last = sessionStorage.getItem(adminIdKey)
  const another = last !== null && last !== admin.id
  if (another) resetUserState()
  sessionStorage.setItem(adminIdKey, admin.id)
  sessionBegan()
  return another
}

/** Handles an expired session: drafts stay in memory, and login returns to the current path. */
export function endExpiredSession(client: QueryClient, platform: Platform) {
  if (!client.getQueryData(meKey)) return
  rememberReturnPath(client, platform.route.get())
  sessionEnded()
  client.setQueryData(meKey, null)
  void platform.loggedOut()
}

/** Shows the login if the server has ended this session, as for a disabled account: its event stream breaks then. */
export async function checkSession(client: QueryClient, platform: Platform) {
  try {
    await platform.api.auth.me()
  } catch (error) {
    if (isUnauthenticated(error)) endExpiredSession(client, platform)
  }
}

/** Stores the path to open after login, if it is a screen of the console. */
export function rememberReturnPath(client: QueryClient, path: string) {
  const { name } = screenOf(path)
  if (['login', 'invitation', 'missing'].includes(name)) return
  if (client.getQueryData(returnKey) !== noReturn) setReturnPath(client, path)
}

function setReturnPath(client: QueryClient, path: string) {
  client.setQueryDefaults(returnKey, { gcTime: Number.POSITIVE_INFINITY })
  client.setQueryData(returnKey, path)
}

function takeReturnPath(client: QueryClient): string {
  const path = client.getQueryData<string>(returnKey)
  client.removeQueries({ queryKey: returnKey })
  return path || '/admin'
}

/** After login: reads the admin and opens the return path. */
export async function loggedIn(client: QueryClient, platform: Platform) {
  const admin = await platform.api.auth.me()
  if (rememberAdmin(admin)) clearData(client)
  await client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== meKey[0] })
  client.setQueryData(meKey, admin)
  platform.route.set(takeReturnPath(client))
}

/** After a temporary password was replaced: opens the console. */
export async function reloadAdmin(client: QueryClient, api: Api) {
  client.setQueryData(meKey, await api.auth.me())
}

/** After logout: deletes all data and drafts. */
export async function loggedOut(client: QueryClient, platform: Platform) {
  resetUserState()
  sessionEnded()
  sessionStorage.removeItem(adminIdKey)
  client.setQueryData(meKey, null)
  platform.route.set(loginPath)
  clearData(client)
  setReturnPath(client, noReturn)
  platform.setBadge(0)
  await platform.loggedOut()
}

// Except the admin's entry, which the guard observes.
function clearData(client: QueryClient) {
  client.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== meKey[0] })
  client.getMutationCache().clear()
}
