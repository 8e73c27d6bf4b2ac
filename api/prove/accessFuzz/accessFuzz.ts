import type { Row, SuiteContext } from '../suite.ts'
import { checkKeys } from './checkKeys.ts'
import { checkSalons } from './checkSalons.ts'
import { checkScripts } from './scripts.ts'

/** Access fuzz: texts of salons in calls of the Sales side (`calls`), wrong keys and private receivers (`keys`), and script payloads in every stored text (`scripts`). */
export async function proveAccess(context: SuiteContext): Promise<Row[]> {
  const parts = { calls: checkSalons, keys: checkKeys, scripts: checkScripts }
  const rows: Row[] = []
  for (const [name, part] of Object.entries(parts)) {
    if (name.includes(context.only)) rows.push(...(await part(context)))
  }
  return rows
}
