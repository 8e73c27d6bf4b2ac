import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { Node, TaggedTemplateExpression } from 'typescript/unstable/ast'
import { isTaggedTemplateExpression, isTemplateExpression } from 'typescript/unstable/ast/is'
import { API, type Checker } from 'typescript/unstable/sync'
import { type Database, openDatabase } from '../../platform/db/open.ts'
import { databaseUrl, startPostgres, TEMPLATE } from '../postgres.ts'
import { type FindImplementations, findImplementations } from './implementations.ts'
import { type Column, rowFaults } from './rowTypes.ts'
import { type Statement, statementsOf } from './statements.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))

/**
 * Run by `npm run check`: prepares each `sql` template on the migrated schema and compares its columns with the claimed row.
 * The compiler's types tell values and fragments apart. `--list` names the templates that it cannot check.
 */
async function main(): Promise<number> {
  const server = await startPostgres()
  const sql = openDatabase(databaseUrl(server.url, TEMPLATE), { max: 4 })
  // The proof `year` adds tables to those of the service.
  await sql.unsafe(await readFile(`${root}api/prove/year/facts.sql`, 'utf8'))
  const api = new API({ cwd: root })
  try {
    const project = api.updateSnapshot({ openProjects: [`${root}tsconfig.json`] }).getProjects()[0]
    if (!project) throw new Error('tsconfig.json has no project')
    const files = project.program
      .getSourceFileNames()
      .filter(
        (name) => name.startsWith(`${root}api/`) && !/node_modules|\.test\.ts$|api\/testing\//.test(name),
      )
    const sources = files.flatMap((name) => project.program.getSourceFile(name) ?? [])
    const read: Read = {
      checker: project.checker,
      implementations: findImplementations(project.checker, sources),
    }
    const outcome: Outcome = { checked: 0, faults: [], skipped: [] }
    for (const file of sources) {
      for (const template of templatesIn(project.checker, file)) {
        const line = file.text.slice(0, template.end).split('\n').length
        await check(sql, read, template, `${file.fileName.slice(root.length)}:${line}`, outcome)
      }
    }
    return report(outcome)
  } finally {
    api.close()
    await sql.end()
    await server.stop()
  }
}

interface Read {
  checker: Checker
  implementations: FindImplementations
}

interface Outcome {
  checked: number
  faults: string[]
  skipped: string[]
}

/** Templates that are whole statements: a fragment is checked in the statements that contain it. */
function templatesIn(checker: Checker, file: Node): TaggedTemplateExpression[] {
  const found: TaggedTemplateExpression[] = []
  const look = (node: Node): void => {
    if (isTaggedTemplateExpression(node) && isStatement(node)) {
      const type = checker.getTypeAtLocation(node)
      if (type && checker.typeToString(type).startsWith('PendingQuery<')) found.push(node)
    }
    node.forEachChild(look)
  }
  look(file)
  return found
}

const STATEMENT =
  /^\s*(?:--[^\n]*\n\s*)*(?:select|insert|update|delete|with|merge|lock|create|alter|drop|truncate|listen|notify|set|explain)\b/i

const isStatement = ({ template }: TaggedTemplateExpression) =>
  STATEMENT.test(isTemplateExpression(template) ? template.head.text : template.text)

async function check(
  sql: Database,
  { checker, implementations }: Read,
  template: TaggedTemplateExpression,
  at: string,
  outcome: Outcome,
) {
  const statements = statementsOf(checker, implementations, template)
  if (!statements) return outcome.skipped.push(`${at} a part is only known at run time`)
  for (const statement of statements) {
    const described = await describe(sql, statement)
    // A subquery of another statement.
    if (described === null) return outcome.skipped.push(`${at} needs a table of the statement around it`)
    if (typeof described === 'string') return outcome.faults.push(`${at} ${described}`)
    outcome.faults.push(...rowFaults(checker, template, described).map((fault) => `${at} ${fault}`))
  }
  return outcome.checked++
}

/** The columns of a statement, why Postgres refuses it with and without types of its parameters, or null for a subquery. */
async function describe(sql: Database, { text, casts }: Statement): Promise<Column[] | string | null> {
  const typed = text.replace(/\$(\d+)/g, (name, n: string) => {
    const cast = casts[Number(n) - 1]
    return cast ? `${name}::${cast}` : name
  })
  const ask = (words: string) => sql.unsafe(words, [], { prepare: true, ...{ simple: false } }).describe()
  try {
    return (await ask(text).catch(() => ask(typed))).columns
  } catch (error) {
    const { message } = error as Error
    return message.startsWith('missing FROM-clause') ? null : message
  }
}

/** Templates that cannot be prepared without running the code. May only fall. */
const MOST_SKIPPED = 78

function report({ checked, faults, skipped }: Outcome): number {
  const tooMany = skipped.length > MOST_SKIPPED
  for (const line of [...faults, ...(tooMany || process.argv.includes('--list') ? skipped : [])])
    console.error(line)
  console.log(`${checked} SQL statements fit the schema, ${skipped.length} cannot be checked`)
  if (skipped.length < MOST_SKIPPED) console.log(`Lower MOST_SKIPPED to ${skipped.length}`)
  return faults.length > 0 || tooMany ? 1 : 0
}

process.exitCode = await main()
