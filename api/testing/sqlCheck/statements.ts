import type { CallExpression, Expression, Node, TaggedTemplateExpression } from 'typescript/unstable/ast'
import {
  isArrowFunction,
  isAsExpression,
  isBlock,
  isCallExpression,
  isConditionalExpression,
  isFunctionDeclaration,
  isMethodSignatureDeclaration,
  isParameterDeclaration,
  isParenthesizedExpression,
  isPropertyAssignment,
  isReturnStatement,
  isStringLiteral,
  isTaggedTemplateExpression,
  isTemplateExpression,
  isVariableDeclaration,
} from 'typescript/unstable/ast/is'
import { type Checker, SymbolFlags, type Type, TypeFlags, type TypeReference } from 'typescript/unstable/sync'
import type { FindImplementations } from './implementations.ts'

/** Text of a statement; `casts`: per parameter the type of its value in TypeScript, if Postgres has one for it. */
export interface Statement {
  text: string
  casts: (string | null)[]
}

/** Marks a parameter until they are numbered. */
const parameter = (cast: string | null) => `⟦${cast ?? ''}⟧`

const castOf: Record<string, string> = {
  string: 'text',
  number: 'int',
  boolean: 'boolean',
  Date: 'timestamptz',
  'string[]': 'text[]',
  'readonly string[]': 'text[]',
  'number[]': 'int[]',
  'boolean[]': 'boolean[]',
  'Date[]': 'timestamptz[]',
}

/** What the parameters of the surrounding functions are: the argument, and the scope in which it stands. */
type Scope = Map<Node, { argument: Node; scope: Scope }>
type Texts = string[] | null

/**
 * The statements of a template, one for each branch of its fragments: values become parameters, fragments of constants and
 * functions are put in. Null where a part is only known at run time.
 */
export function statementsOf(
  checker: Checker,
  implementations: FindImplementations,
  template: TaggedTemplateExpression,
): Statement[] | null {
  const texts = reader(checker, implementations).template(template, new Map())
  return texts && [...new Set(texts)].map(numbered)
}

function numbered(marked: string): Statement {
  const casts: (string | null)[] = []
  const text = marked.replace(/⟦([^⟧]*)⟧/g, (_, cast: string) => `$${casts.push(cast || null)}`)
  return { text, casts }
}

function reader(checker: Checker, implementations: FindImplementations) {
  const nameOf = (node: Node) => {
    const type = checker.getTypeAtLocation(node)
    return type ? checker.typeToString(type) : 'any'
  }

  function template({ template: given }: TaggedTemplateExpression, scope: Scope): Texts {
    if (!isTemplateExpression(given)) return [given.text]
    let texts: string[] = [given.head.text]
    for (const { expression, literal } of given.templateSpans) {
      const parts = part(expression, texts[0] ?? '', scope)
      if (!parts) return null
      const count = Math.max(texts.length, parts.length)
      texts = Array.from(
        { length: count },
        (_, n) => `${texts[n % texts.length]}${parts[n % parts.length]}${literal.text}`,
      )
    }
    return texts
  }

  /** What one expression puts into the statement that begins with `before`. */
  function part(node: Node, before: string, scope: Scope): Texts {
    const name = nameOf(node)
    if (name === 'any') return null
    if (/PendingQuery<|Fragment|Helper</.test(name)) return fragment(node, before, scope)
    return [parameter(castOf[name.replace(/ \| null| \| undefined/g, '')] ?? null)]
  }

  /** The texts of a fragment: in place, behind a name, or made by a function. */
  function fragment(node: Node, before: string, scope: Scope): Texts {
    if (isTaggedTemplateExpression(node)) return template(node, scope)
    if (isParenthesizedExpression(node) || isAsExpression(node))
      return fragment(node.expression, before, scope)
    if (isConditionalExpression(node)) {
      const branches = [node.whenTrue, node.whenFalse].map((branch) => fragment(branch, before, scope))
      const texts = branches.flatMap((branch) => branch ?? [])
      return texts.length > 0 ? texts : null
    }
    if (isCallExpression(node) && nameOf(node).startsWith('Helper<')) return helper(node, before, scope)
    const declared = declarationOf(checker, isCallExpression(node) ? node.expression : node)
    if (!declared) return null
    const given = scope.get(declared)
    if (given) return fragment(given.argument, before, given.scope)
    if (isParameterDeclaration(declared) && declared.type?.getText() === 'Moment')
      return ['clock_timestamp()']
    if (scope.size > DEEPEST) return null
    const texts = madeBy(declared).map((made) => {
      if (!isCallExpression(node)) return made === node ? null : fragment(made, before, scope)
      return returned(made, before, inside(made, node.arguments, scope))
    })
    return texts.every((one) => one !== null) && texts.length > 0 ? texts.flat() : null
  }

  /** What a name stands for; of a method of an interface each implementation. */
  function madeBy(declared: Node): Node[] {
    if (isMethodSignatureDeclaration(declared)) return implementations(declared)
    const made =
      isVariableDeclaration(declared) || isPropertyAssignment(declared) ? declared.initializer : declared
    return made ? [made] : []
  }

  /** The texts that a function returns. */
  function returned(made: Node, before: string, scope: Scope): Texts {
    if (!isArrowFunction(made) && !isFunctionDeclaration(made)) return null
    if (!made.body) return null
    if (!isBlock(made.body)) return fragment(made.body, before, scope)
    const found: Texts[] = []
    const look = (node: Node): void => {
      if (isReturnStatement(node) && node.expression) found.push(fragment(node.expression, before, scope))
      else if (!isArrowFunction(node) && !isFunctionDeclaration(node)) node.forEachChild(look)
    }
    made.body.forEachChild(look)
    const texts = found.flatMap((one) => one ?? [])
    return texts.length > 0 && found.every((one) => one !== null) ? texts : null
  }

  /** `sql(…)`: a name, or rows with their columns, by the words before it, as the driver reads them. */
  function helper(node: CallExpression, before: string, scope: Scope): Texts {
    const [first, ...rest] = node.arguments
    if (!first) return null
    const name = literal(checker, first, scope)
    if (name !== null) return [`"${snake(name).replaceAll('.', '"."')}"`]
    const [, word] = /\b(insert\s+into|update|set|in|values)\b[^()]*$/i.exec(before) ?? []
    if (word && /^in$/i.test(word)) return [`(${parameter(null)})`]
    const columns = rest.length > 0 ? namesOf(rest) : columnsOf(checker, first)
    if (!word || !columns) return null
    const values = columns.map(() => parameter(null)).join(', ')
    if (/^values$/i.test(word)) return [`(${values})`]
    if (/^insert/i.test(word)) return [`(${columns.map((one) => `"${one}"`).join(', ')}) values (${values})`]
    return [columns.map((one) => `"${one}" = ${parameter(null)}`).join(', ')]
  }

  return { template }
}

/** Parameters in scope beyond which a fragment counts as endless. */
const DEEPEST = 40

/** The scope of a function's body. */
function inside(made: Node, given: readonly Expression[], scope: Scope): Scope {
  const inner: Scope = new Map(scope)
  if (isArrowFunction(made) || isFunctionDeclaration(made)) {
    made.parameters.forEach((one, n) => {
      const argument = given[n] ?? one.initializer
      if (argument) inner.set(one, { argument, scope })
    })
  }
  return inner
}

function declarationOf(checker: Checker, name: Node): Node | undefined {
  const symbol = checker.getSymbolAtLocation(name)
  const isImport = symbol && (symbol.flags & SymbolFlags.Alias) !== 0
  return (isImport ? checker.getAliasedSymbol(symbol) : symbol)?.valueDeclaration?.resolve()
}

/** The text of a literal, also behind a parameter. */
function literal(checker: Checker, node: Node, scope: Scope): string | null {
  if (isStringLiteral(node)) return node.text
  const given = scope.get(declarationOf(checker, node) ?? node)
  return given ? literal(checker, given.argument, given.scope) : null
}

const namesOf = (given: readonly Expression[]) =>
  given.every(isStringLiteral) ? given.map(({ text }) => snake(text)) : null

/** Columns of a row, or of the rows of a list. */
function columnsOf(checker: Checker, rows: Expression): string[] | null {
  const type = checker.getTypeAtLocation(rows)
  const row = type && rowOf(checker, type)
  if (!row || (row.flags & TypeFlags.Object) === 0) return null
  const names = checker.getPropertiesOfType(row).map(({ name }) => snake(name))
  return names.length > 0 ? names : null
}

/** The type of the entries of a list, or the type itself. */
export function rowOf(checker: Checker, type: Type): Type | undefined {
  if (!checker.isArrayType(type) && !checker.isTupleType(type)) return type
  return checker.getTypeArguments(type as TypeReference)[0]
}

const snake = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
