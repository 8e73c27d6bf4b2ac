import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { HttpError } from '../http/request.ts'

/** Whether a call failed because the session is over. */
export const isSessionOver = (error: unknown) => error instanceof HttpError && error.status === 401

/**
 * The client cache with the product's defaults (specification, section 7): data never goes stale, nothing is
 * refetched on focus, polled or retried. `onSessionOver` hears the 401 of any call.
 */
export function createQueryClient(onSessionOver: () => void = () => {}): QueryClient {
  const onError = (error: Error) => {
    if (isSessionOver(error)) onSessionOver()
  }
  return new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      queries: {
        staleTime: Number.POSITIVE_INFINITY,
        gcTime: 30 * 60_000,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        refetchInterval: false,
        retry: false,
        networkMode: 'always',
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  })
}
