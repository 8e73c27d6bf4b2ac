import type { Proving, Row } from '../suite.ts'
import { windows } from './windows.ts'

/** Time: the nights on which clocks change, clocks that are set, and processes that sleep. */
export async function time(proving: Proving): Promise<Row[]> {
  return [...windows(proving)]
}
