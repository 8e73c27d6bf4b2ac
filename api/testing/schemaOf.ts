import { z } from 'zod'

type Json = Record<string, unknown>

/** The JSON Schema of requests (`input`) or responses (`output`), with every `$ref` replaced by its definition. */
export function schemaOf<S extends object>(type: z.ZodType, io: 'input' | 'output'): S {
  const { $defs = {}, ...schema } = z.toJSONSchema(type, { io, unrepresentable: 'any' }) as Json & {
    $defs?: Record<string, Json>
  }
  const inline = (part: unknown): unknown => {
    if (Array.isArray(part)) return part.map(inline)
    if (typeof part !== 'object' || part === null) return part
    const { $ref, ...rest } = part as Json & { $ref?: string }
    const named = $ref === undefined ? {} : $defs[$ref.replace('#/$defs/', '')]
    if (named === undefined) throw new Error(`unknown $ref ${$ref}`)
    return Object.fromEntries(Object.entries({ ...named, ...rest }).map(([name, one]) => [name, inline(one)]))
  }
  return inline(schema) as S
}
