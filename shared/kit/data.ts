import { type QueryClient, type UseQueryOptions, useMutation, useQuery } from '@tanstack/react-query'
import { contracts } from '../contracts.ts'
import { type Api, usePlatform } from '../host/platform.ts'
import type { CallOptions } from '../http/client.ts'
import type { CallInput, ReplyOf } from '../http/endpoint.ts'
import { serverMessageOr } from '../http/request.ts'
import { toast } from './toasts.ts'

type Contracts = typeof contracts
type Feature = keyof Contracts
type Name<F extends Feature> = keyof Contracts[F] & string
type Input<F extends Feature, K extends Name<F>> = Partial<CallInput<Contracts[F][K]>>
type Reply<F extends Feature, K extends Name<F>> = ReplyOf<Contracts[F][K]>

/**
 * The cache key of a call. Its text segments joined by `/` are the path (specification, section 7):
 * `['/api/admin/conversation', '+447700900142']`. What goes behind `?` follows as an object.
 */
export function queryKeyOf<F extends Feature, K extends Name<F>>(feature: F, name: K, input?: Input<F, K>) {
  const row = contracts[feature][name] as { path: string }
  const rest: Record<string, unknown> = { ...input }
  const segments = row.path.split(/\/?\{(\w+)\}\/?/).map((part, index) => {
    if (index % 2 === 0) return part
    const value = rest[part]
    delete rest[part]
    return value === undefined ? '' : String(value)
  })
  const path = segments.filter((segment) => segment !== '')
  return Object.keys(rest).length > 0 ? [...path, rest] : path
}

type Call = (input?: object, options?: CallOptions) => Promise<unknown>

function callOf(api: Api, feature: Feature, name: string): Call {
  return (api[feature] as unknown as Record<string, Call>)[name] as Call
}

type ReadOptions<T> = Pick<
  UseQueryOptions<T, Error, T, readonly unknown[]>,
  'enabled' | 'staleTime' | 'refetchOnMount' | 'gcTime' | 'placeholderData' | 'structuralSharing'
>

/** Reads one call of the contract through the cache: `useRead('leads', 'list')`. */
export function useRead<F extends Feature, K extends Name<F>>(
  feature: F,
  name: K,
  input?: Input<F, K>,
  options: ReadOptions<Reply<F, K>> = {},
) {
  const { api } = usePlatform()
  return useQuery<Reply<F, K>, Error, Reply<F, K>, readonly unknown[]>({
    ...options,
    queryKey: queryKeyOf(feature, name, input),
    queryFn: ({ signal }) => callOf(api, feature, name)(input, { signal }) as Promise<Reply<F, K>>,
  })
}

/** Marks what was read by these calls as out of date: shown ones are read again at once, others when next shown. */
export function refresh(client: QueryClient, ...calls: [Feature, string][]) {
  return Promise.all(
    calls.map(([feature, name]) =>
      client.invalidateQueries({ queryKey: queryKeyOf(feature, name as never) as readonly unknown[] }),
    ),
  )
}

interface Action<Value, Result, Undo> {
  /** Actions of one scope are sent one after the other; each is shown at once. */
  scope?: string
  run(api: Api, value: Value): Promise<Result>
  /** Shows the change before it is true; what it returns is handed to `undo` when it fails. */
  optimistic?(value: Value): Undo | Promise<Undo>
  undo?(undo: Undo): void
  done?(result: Result, value: Value): void
  settled?(value: Value): void
  /** Title and fallback words of the toast of a failure; null when the failure is shown in place. */
  failure: { title: string; fallback: string; serverWords?: boolean } | null
}

/** One change: optimistic if wanted, rolled back with a toast when it fails. */
export function useAction<Value, Result, Undo = unknown>(action: Action<Value, Result, Undo>) {
  const { api } = usePlatform()
  return useMutation<Result, Error, Value, Undo | undefined>({
    ...(action.scope && { mutationKey: [action.scope], scope: { id: action.scope } }),
    mutationFn: (value) => action.run(api, value),
    onMutate: (value) => action.optimistic?.(value),
    onSuccess: (result, value) => action.done?.(result, value),
    onError: (error, _value, undo) => {
      if (undo !== undefined) action.undo?.(undo)
      if (!action.failure) return
      const { title, fallback, serverWords } = action.failure
      toast.failure(title, serverWords ? serverMessageOr(error, fallback) : fallback)
    },
    onSettled: (_result, _error, value) => action.settled?.(value),
  })
}

/** Whether more actions of a scope follow the one that just ended: what is read between them would show a half way. */
export const hasMore = (client: QueryClient, scope: string) => client.isMutating({ mutationKey: [scope] }) > 1
