import type { TaggedTemplateExpression } from 'typescript/unstable/ast'
import type { Checker } from 'typescript/unstable/sync'
import { rowOf } from './statements.ts'

/** A column of the result as Postgres describes it. */
export interface Column {
  name: string
  type: number
}

/** TypeScript's name of a value by the type of its column; other types are not compared. */
const typescriptOf: Record<number, string> = {
  16: 'boolean',
  20: 'number',
  21: 'number',
  23: 'number',
  25: 'string',
  701: 'number',
  1043: 'string',
  1114: 'Date',
  1184: 'Date',
  2950: 'string',
}

/** What `sql<Row[]>` claims and the statement does not return. */
export function rowFaults(
  checker: Checker,
  template: TaggedTemplateExpression,
  columns: readonly Column[],
): string[] {
  const [claimed] = template.typeArguments ?? []
  const type = claimed && checker.getTypeFromTypeNode(claimed)
  const row = type && rowOf(checker, type)
  if (!row) return []
  const found = new Map(columns.map(({ name, type: oid }) => [name, oid]))
  return checker.getPropertiesOfType(row).flatMap((property) => {
    const declared = checker.getTypeOfSymbolAtLocation(property, template)
    const words = checker.typeToString(declared)
    const oid = found.get(property.name)
    if (oid === undefined) return / undefined$|^undefined/.test(words) ? [] : [`no column ${property.name}`]
    const [expected, given] = [typescriptOf[oid], plain(words)]
    return !expected || !given || expected === given
      ? []
      : [`${property.name} is a ${expected}, not a ${given}`]
  })
}

/** The type without null; null for types that are not compared. */
function plain(words: string): string | null {
  const [only, ...others] = words.split(' | ').filter((word) => word !== 'null' && word !== 'undefined')
  const isPlain = others.length === 0 && /^(string|number|boolean|Date)$/.test(only ?? '')
  return isPlain ? (only as string) : null
}
