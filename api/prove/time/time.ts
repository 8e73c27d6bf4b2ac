import type { Proving, Row } from '../suite.ts'
import { setClocks } from './setClocks.ts'
import { sleep } from './sleep.ts'
import { windows } from './windows.ts'

/** Time: the nights on which clocks change, clocks that are set, and a process that sleeps. */
export async function time(proving: Proving): Promise<Row[]> {
  const parts = { windows, setClocks, sleep }
  const rows: Row[] = []
  for (const [name, part] of Object.entries(parts)) {
    if (name.includes(proving.only)) rows.push(...(await part(proving)))
  }
  return rows
}
