import { useMutation, useQueryClient } from '@tanstack/react-query'
import { toast } from '../kit/toasts.ts'
import { usePlatform } from './platform.ts'
import { loggedOut } from './session.ts'

/** Ends the session here and on the server. */
export function useLogout() {
  const platform = usePlatform()
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => platform.api.auth.logout(),
    onSuccess: async () => {
      await loggedOut(client, platform)
      toast.success('Logged out', 'You have been logged out successfully')
    },
    onError: () => toast.failure('Logout failed', 'There was an error logging out'),
  })
}
