import { z } from 'zod'

type Json = Record<string, unknown>

/** The JSON Schema of what a caller sends (`input`) or is sent (`output`), named parts put where they are referred to. */
export function schemaOf<S extends object>(type: z.ZodType, io: 'input' | 'output'): S {
  const { $defs = {}, ...schema } = z.toJSONSchema(type, { io, unrepresentable: 'any' }) as Json & {
    $defs?: Record<string, Json>
  }
  const inline = (part: unknown): unknown => {
    if (Array.isArray(part)) return part.map(inline)
    if (typeof part !== 'object' || part === null) return part
    const { $ref, ...rest } = part as Json & { $ref?: string }
    const named = $ref === undefined ? {} : $defs[$ref.replace('#/$defs/', '')]
    if (named === undefined) throw new Error(`${$ref} is nowhere`)
    return Object.fromEntries(Object.entries({ ...named, ...rest }).map(([name, one]) => [name, inline(one)]))
  }
  return inline(schema) as S
}
