import {
  type InvalidateOptions,
  type InvalidateQueryFilters,
  MutationCache,
  type Query,
  QueryCache,
  QueryClient,
} from '@tanstack/react-query'
import { HttpError } from '../platform/http/request.ts'

/** Whether a call failed because there is no valid session. */
export const isUnauthenticated = (error: unknown) => error instanceof HttpError && error.status === 401

/**
 * React Query restarts a running refetch when its query is invalidated, but not a first fetch, although its result may be
 * older than the change. This client refetches once after such a first fetch.
 */
class ConsoleClient extends QueryClient {
  readonly #refetchLater = new WeakSet<Query>()

  override async invalidateQueries(filters: InvalidateQueryFilters = {}, options?: InvalidateOptions) {
    const { refetchType } = filters
    const first = this.getQueryCache()
      .findAll({ ...filters, fetchStatus: 'fetching' })
      .filter((query) => query.state.data === undefined && !this.#refetchLater.has(query))
    for (const query of first) {
      this.#refetchLater.add(query)
      const refetch = () => {
        this.#refetchLater.delete(query)
        const { queryKey } = query
        void super.invalidateQueries({ queryKey, exact: true, ...(refetchType && { refetchType }) })
      }
      query.promise?.then(refetch, () => this.#refetchLater.delete(query))
    }
    await super.invalidateQueries(filters, options)
  }
}

/**
 * The query client with the product's defaults: data never goes stale, and nothing is polled, retried or refetched on
 * focus. `onUnauthenticated` is called for a 401 of any call.
 */
export function createQueryClient(onUnauthenticated: () => void = () => {}): QueryClient {
  const onError = (error: Error) => {
    if (isUnauthenticated(error)) onUnauthenticated()
  }
  return new ConsoleClient({
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
