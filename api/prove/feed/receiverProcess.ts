import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { SuiteContext } from '../suite.ts'
import { endProcess } from './feederProcess.ts'

export interface ReceiverSettings {
  port: number
  /** Of the signatures. */
  secret: string
  /** Where the events are kept. */
  file: string
  seed: number
  /** Takes each event; otherwise it fails at random. */
  steady: boolean
}

/** Starts a receiver; resolves when it listens. */
export async function startReceiverProcess(
  context: SuiteContext,
  { port, secret, file, seed, steady }: ReceiverSettings,
): Promise<{ kill(): Promise<void> }> {
  const script = fileURLToPath(new URL('./receiver.ts', import.meta.url))
  const settings = Object.entries({ port, secret, file, seed }).flatMap(([name, value]) => [
    `--${name}`,
    `${value}`,
  ])
  const child = spawn(
    process.execPath,
    ['--import', 'tsx', script, ...settings, ...(steady ? ['--steady'] : [])],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  )
  context.atEnd(() => endProcess(child))
  await once(child.stdout, 'data')
  return { kill: () => endProcess(child) }
}
