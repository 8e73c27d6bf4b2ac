import type { z } from 'zod'
import type { ErrorCode } from './errors.ts'

export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE'

/** Who may call: anyone, staff with a session, admins only, or systems with an API key. The server enforces it for every row. */
export type Access = 'public' | 'staff' | 'admin' | 'key'

/** What an API key may do. In this file, because public pages load no zod. */
export const keyScopes = ['read', 'visits', 'opt_outs'] as const
export type KeyScope = (typeof keyScopes)[number]

/** An agent reads and answers; an admin may do everything. */
export type Role = 'admin' | 'agent'

/** Whether this role may make this call. */
export const mayCall = ({ access }: { access?: Access }, role: Role | undefined) =>
  access !== 'admin' || role === 'admin'

/** Header of an idempotent call. In this file, because public pages load no zod. */
export const idempotencyHeader = 'Idempotency-Key'

/** Header of a call that can be undone: a UUID that the caller chooses and undoes by. */
export const undoKeyHeader = 'Undo-Key'

/** How long the toast of a change shows its button to undo it, ms. */
export const UNDO_MS = 10_000

/** How much longer the server undoes it, ms: a toast stays while it is hovered or focused, and a lost call is repeated. */
export const UNDO_MARGIN_MS = 50_000

type Shape = z.ZodObject | z.ZodType<object>

/**
 * One call of the contract, as plain data. `params`, `query` and `body` are flattened into one input
 * object for callers and handlers; their names never overlap.
 */
export interface Endpoint<
  Params extends Shape | undefined = Shape | undefined,
  Query extends Shape | undefined = Shape | undefined,
  Body extends Shape | undefined = Shape | undefined,
  Reply extends z.ZodType = z.ZodType,
> {
  method: Method
  /** OpenAPI style: `/api/admin/prospects/{id}/status`. */
  path: string
  access: Access
  /** Of a row with access `key`: what the key must be allowed to do. */
  scope?: KeyScope
  summary: string
  /** Callable before staff have replaced a password that was printed or given to them. */
  allowedWithTemporaryPassword?: boolean
  params?: Params
  query?: Query
  body?: Body
  /** Body for the API description, when `body` accepts anything so that the form's rules can name every wrong field. */
  documentedBody?: z.ZodType
  /** A valid body. Required where the path has an id: tests call such rows with other ids. */
  example?: unknown
  reply: Reply
  /** Error codes specific to this call, in addition to those implied by its access, body and parameters. */
  errors?: readonly ErrorCode[]
  /** Status of a success, 200 by default. */
  status?: 200 | 201
  /** A repeated `Idempotency-Key` returns the first response and does nothing; with another input it is a 422. */
  idempotent?: boolean
  /** With an `Undo-Key` the change can be undone for ten seconds. */
  undoable?: boolean
  /** A public GET that counts against the limit per address, as public POSTs do. */
  rateLimited?: boolean
  /** Largest body, where a list of ids needs more than the usual 64 KB. */
  maxBodyBytes?: number
}

export function endpoint<
  Reply extends z.ZodType,
  Params extends Shape | undefined = undefined,
  Query extends Shape | undefined = undefined,
  Body extends Shape | undefined = undefined,
  Idempotent extends boolean = false,
  Undoable extends boolean = false,
>(
  row: Endpoint<Params, Query, Body, Reply> & {
    idempotent?: Idempotent
    undoable?: Undoable
    example?: InputOf<Body>
  },
) {
  return row
}

/** A row of any type, for generic code. */
export type AnyEndpoint = Endpoint<Shape | undefined, Shape | undefined, Shape | undefined, z.ZodType>

type InputOf<S> = S extends z.ZodType ? z.input<S> : unknown
type OutputOf<S> = S extends z.ZodType ? z.output<S> : unknown

type Simplify<T> = { [K in keyof T]: T[K] }

/** Input of a call. */
export type CallInput<E> =
  E extends Endpoint<infer P, infer Q, infer B, z.ZodType>
    ? Simplify<InputOf<P> & InputOf<Q> & InputOf<B>>
    : never

/** Input of a handler, after parsing. */
export type HandlerInput<E> =
  E extends Endpoint<infer P, infer Q, infer B, z.ZodType>
    ? Simplify<OutputOf<P> & OutputOf<Q> & OutputOf<B>>
    : never

export type ReplyOf<E> = E extends { reply: infer R extends z.ZodType } ? z.output<R> : never

export type Rows = Record<string, AnyEndpoint>
