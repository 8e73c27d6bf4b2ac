import type { TestProject } from 'vitest/node'
import { packageApp } from '../package.ts'
import { type Desk, setUpDesk } from './desk.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    desk: Record<string, string>
  }
}

/** Packs the app as it now is and sets up one desktop for all walks. */
export default async function setup(project: TestProject) {
  await packageApp('dir')
  const desk: Desk = await setUpDesk()
  project.provide('desk', desk.env)
  return () => desk.stop()
}
