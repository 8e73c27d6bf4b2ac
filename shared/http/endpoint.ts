import type { z } from 'zod'
import type { ErrorCode } from './errors.ts'

export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE'

/** Who may call: anyone, or staff with a session. The server reads this, so a row cannot forget its guard. */
export type Access = 'public' | 'staff'

/** The header of an idempotent call. Named here, because the public pages load no zod. */
export const idempotencyHeader = 'Idempotency-Key'

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
  summary: string
  /** Staff may call it while they still have to change a password that somebody else chose. */
  allowedWithTemporaryPassword?: boolean
  params?: Params
  query?: Query
  body?: Body
  /** What a caller is to send, where `body` takes anything so as to name every wrong field in the form's own words. */
  documentedBody?: z.ZodType
  reply: Reply
  /** Rejections of this call alone, beside those that its access, body and parameters bring. */
  errors?: readonly ErrorCode[]
  /** Status of a success; 200 unless said. */
  status?: 200 | 201
  /** The answer to a repeated `Idempotency-Key` is the first answer, and nothing is done twice; with another input it is a 422. */
  idempotent?: boolean
  /** Bytes a body may have, where a list of ids needs more than the usual 64 KB. */
  maxBodyBytes?: number
}

export function endpoint<
  Reply extends z.ZodType,
  Params extends Shape | undefined = undefined,
  Query extends Shape | undefined = undefined,
  Body extends Shape | undefined = undefined,
  Idempotent extends boolean = false,
>(row: Endpoint<Params, Query, Body, Reply> & { idempotent?: Idempotent }) {
  return row
}

/** What a row is whatever its types; for code that treats all rows alike. */
export type AnyEndpoint = Endpoint<Shape | undefined, Shape | undefined, Shape | undefined, z.ZodType>

type InputOf<S> = S extends z.ZodType ? z.input<S> : unknown
type OutputOf<S> = S extends z.ZodType ? z.output<S> : unknown

type Simplify<T> = { [K in keyof T]: T[K] }

/** What a caller passes. */
export type CallInput<E> =
  E extends Endpoint<infer P, infer Q, infer B, z.ZodType>
    ? Simplify<InputOf<P> & InputOf<Q> & InputOf<B>>
    : never

/** What a handler receives, after parsing. */
export type HandlerInput<E> =
  E extends Endpoint<infer P, infer Q, infer B, z.ZodType>
    ? Simplify<OutputOf<P> & OutputOf<Q> & OutputOf<B>>
    : never

export type ReplyOf<E> = E extends { reply: infer R extends z.ZodType } ? z.output<R> : never

export type Rows = Record<string, AnyEndpoint>
