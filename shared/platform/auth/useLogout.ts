import { useMutation, useQueryClient } from '@tanstack/react-query'
import { usePlatform } from '../../host/platform.ts'
import { loggedOut } from '../../host/session.ts'
import { toast } from '../../kit/toasts.ts'

/** Ends the session on the server and clears all local data. `quiet`: without a toast on success. */
export function useLogout({ quiet = false } = {}) {
  const platform = usePlatform()
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => platform.api.auth.logout(),
    onSuccess: async () => {
      await loggedOut(client, platform)
      if (!quiet) toast.success('Logged out', 'You have been logged out successfully')
    },
    onError: () => toast.failure('Logout failed', 'There was an error logging out'),
  })
}
