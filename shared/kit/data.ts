import { type QueryClient, type UseQueryOptions, useMutation, useQuery } from '@tanstack/react-query'
import { contracts } from '../contracts.ts'
import { type Api, usePlatform } from '../host/platform.ts'
import type { CallOptions } from '../platform/http/client.ts'
import type { CallInput, ReplyOf } from '../platform/http/endpoint.ts'
import { HttpError, serverMessageOr } from '../platform/http/request.ts'
import { toast } from './toasts.ts'

type Contracts = typeof contracts
export type Feature = keyof Contracts
export type Name<F extends Feature> = keyof Contracts[F] & string
export type Input<F extends Feature, K extends Name<F>> = Partial<CallInput<Contracts[F][K]>>
export type Reply<F extends Feature, K extends Name<F>> = ReplyOf<Contracts[F][K]>

/**
 * The query key of a call: segments that joined by `/` are the path, then the query parameters as an object:
 * `['/api/admin/conversation', '+447700900142']`.
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

export function callOf(api: Api, feature: Feature, name: string): Call {
  return (api[feature] as unknown as Record<string, Call>)[name] as Call
}

type ReadOptions<T> = Pick<
  UseQueryOptions<T, Error, T, readonly unknown[]>,
  | 'enabled'
  | 'staleTime'
  | 'refetchInterval'
  | 'refetchOnMount'
  | 'gcTime'
  | 'placeholderData'
  | 'structuralSharing'
>

/** `useQuery` for a call of the contract: `useRead('leads', 'list')`. */
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

export type RefreshedCall = [Feature, string]

/** Invalidates these calls: active queries refetch now, others when they are next used. */
export function refresh(client: QueryClient, ...calls: RefreshedCall[]) {
  return Promise.all(
    calls.map(([feature, name]) =>
      client.invalidateQueries({ queryKey: queryKeyOf(feature, name as never) as readonly unknown[] }),
    ),
  )
}

interface Failure<Value> {
  title: string
  fallback: string
  showServerMessage?: boolean
  /** Offered when no answer came. */
  retry?(value: Value): void
}

export interface Action<Value, Result, Undo> {
  /** Actions with the same scope are sent one after the other. */
  scope?: string
  run(api: Api, value: Value): Promise<Result>
  /** Shows the change before the server answers; its result is passed to `undo` on failure. */
  optimistic?(value: Value): Undo | Promise<Undo>
  undo?(undo: Undo): void
  done?(result: Result, value: Value): void
  settled?(value: Value, client: QueryClient): void
  /** Calls to load again after the action, even if it failed. */
  refreshes?: RefreshedCall[]
  /** Title and fallback text of the failure toast; null if the error is shown inline. */
  failure: Failure<Value> | null
}

/** `useMutation` with optional optimistic update, rollback and a failure toast. */
export function useAction<Value, Result, Undo = unknown>(action: Action<Value, Result, Undo>) {
  const { api } = usePlatform()
  return useMutation<Result, Error, Value, Undo | undefined>({
    ...(action.scope && { mutationKey: [action.scope], scope: { id: action.scope } }),
    mutationFn: (value) => action.run(api, value),
    onMutate: (value) => action.optimistic?.(value),
    onSuccess: (result, value) => action.done?.(result, value),
    onError: (error, value, undo) => {
      if (undo !== undefined) action.undo?.(undo)
      if (!action.failure) return
      const { title, fallback, showServerMessage, retry } = action.failure
      const again = !(error instanceof HttpError) && retry && { label: 'Try again', run: () => retry(value) }
      const message = showServerMessage ? serverMessageOr(error, fallback) : fallback
      toast.failure(title, message, again || undefined)
    },
    onSettled: (_result, _error, value, _undo, { client }) => {
      void refresh(client, ...(action.refreshes ?? []))
      return action.settled?.(value, client)
    },
  })
}

/** Whether more actions of this scope are pending: a refetch now would show a half-done state. */
export const hasPendingActions = (client: QueryClient, scope: string) =>
  client.isMutating({ mutationKey: [scope] }) > 1
