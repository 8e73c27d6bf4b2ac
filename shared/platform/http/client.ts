import type { z } from 'zod'
import type { AnyEndpoint, CallInput, ReplyOf, Rows } from './endpoint.ts'
import { type RequestOptions, request } from './request.ts'

export type CallOptions = Pick<RequestOptions, 'idempotencyKey' | 'undoKey' | 'signal'>

/** Only calls of idempotent and undoable rows may carry a key: the server ignores it on any other. */
type OptionsOf<E extends AnyEndpoint> = Pick<RequestOptions, 'signal'> &
  (E extends { idempotent?: true } ? Pick<RequestOptions, 'idempotencyKey'> : unknown) &
  (E extends { undoable?: true } ? Pick<RequestOptions, 'undoKey'> : unknown)

type NoInput = Record<string, never>
type Call<E extends AnyEndpoint> = keyof CallInput<E> extends never
  ? (input?: NoInput, options?: OptionsOf<E>) => Promise<ReplyOf<E>>
  : Partial<CallInput<E>> extends CallInput<E>
    ? (input?: CallInput<E>, options?: OptionsOf<E>) => Promise<ReplyOf<E>>
    : (input: CallInput<E>, options?: OptionsOf<E>) => Promise<ReplyOf<E>>

export type Client<C extends Record<string, Rows>> = {
  [F in keyof C]: { [K in keyof C[F]]: Call<C[F][K]> }
}

/** Splits a flat input into path, query string and body. */
export function buildRequest(row: AnyEndpoint, input: Record<string, unknown> = {}) {
  const rest = { ...input }
  const path = row.path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = rest[name]
    delete rest[name]
    return encodeURIComponent(String(value))
  })
  const query = new URLSearchParams()
  for (const name of fieldNames(row.query)) {
    if (rest[name] != null) query.set(name, String(rest[name]))
    delete rest[name]
  }
  const search = query.size > 0 ? `?${query}` : ''
  return { path: `${path}${search}`, body: row.body ? rest : undefined }
}

function fieldNames(schema: z.ZodType | undefined): string[] {
  return schema && 'shape' in schema ? Object.keys(schema.shape as object) : []
}

/** The typed client of these rows: `api.leads.list()`. Replies are not parsed: the server's tests check them. */
export function createClient<C extends Record<string, Rows>>(
  contracts: C,
  defaults: Pick<RequestOptions, 'fetch' | 'base' | 'undoKey'> = {},
): Client<C> {
  const client: Record<string, Record<string, unknown>> = {}
  for (const [feature, rows] of Object.entries(contracts)) {
    const calls: Record<string, unknown> = {}
    for (const [name, row] of Object.entries(rows)) {
      calls[name] = (input?: Record<string, unknown>, options?: CallOptions) => {
        const { path, body } = buildRequest(row, input)
        return request(row.method, path, body, { ...defaults, ...options })
      }
    }
    client[feature] = calls
  }
  return client as Client<C>
}
