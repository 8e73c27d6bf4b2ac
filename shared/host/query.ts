import {
  type InvalidateOptions,
  type InvalidateQueryFilters,
  MutationCache,
  type Query,
  QueryCache,
  QueryClient,
} from '@tanstack/react-query'
import { HttpError } from '../http/request.ts'

/** Whether a call failed because the session is over. */
export const isUnauthenticated = (error: unknown) => error instanceof HttpError && error.status === 401

/**
 * The cache begins a read anew whose data went out of date on its way, but not a first one: that would end as up to
 * date, though it may have been answered before the change. Here it is read once more after it.
 */
class ConsoleClient extends QueryClient {
  readonly #outdated = new WeakSet<Query>()

  override async invalidateQueries(filters: InvalidateQueryFilters = {}, options?: InvalidateOptions) {
    const { refetchType } = filters
    const first = this.getQueryCache()
      .findAll({ ...filters, fetchStatus: 'fetching' })
      .filter((query) => query.state.data === undefined && !this.#outdated.has(query))
    for (const query of first) {
      this.#outdated.add(query)
      const again = () => {
        this.#outdated.delete(query)
        const { queryKey } = query
        void super.invalidateQueries({ queryKey, exact: true, ...(refetchType && { refetchType }) })
      }
      query.promise?.then(again, () => this.#outdated.delete(query))
    }
    await super.invalidateQueries(filters, options)
  }
}

/**
 * The client cache with the product's defaults (specification, section 7): data never goes stale, nothing is
 * refetched on focus, polled or retried. `onSessionOver` hears the 401 of any call.
 */
export function createQueryClient(onSessionOver: () => void = () => {}): QueryClient {
  const onError = (error: Error) => {
    if (isUnauthenticated(error)) onSessionOver()
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
