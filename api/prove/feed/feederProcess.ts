import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import type { SuiteContext } from '../suite.ts'

export interface FeederProcess {
  /** True when the process has confirmed that the batch is stored; false if it failed or died before. */
  store(appointments: object[]): Promise<boolean>
  /** Resolves when it has ended. */
  kill(): Promise<void>
}

/** Starts a process that stores appointments and sends events; resolves when it is ready. */
export async function startFeeder(
  context: SuiteContext,
  { database, salon }: { database: string; salon: string },
): Promise<FeederProcess> {
  const script = fileURLToPath(new URL('./feeder.ts', import.meta.url))
  const child = spawn(
    process.execPath,
    ['--import', 'tsx', script, '--database', database, '--salon', salon],
    {
      stdio: ['pipe', 'pipe', 'inherit'],
    },
  )
  context.atEnd(() => endProcess(child))
  const waiting = new Map<number, (stored: boolean) => void>()
  const settle = (id: number, stored: boolean) => {
    waiting.get(id)?.(stored)
    waiting.delete(id)
  }
  child.stdin.on('error', () => undefined)
  child.on('exit', () => {
    for (const id of [...waiting.keys()]) settle(id, false)
  })
  const ready = new Promise<void>((resolve) => {
    createInterface(child.stdout).on('line', (line) => {
      const [word, id] = line.split(' ')
      if (word === 'ready') resolve()
      else settle(Number(id), word === 'stored')
    })
  })
  await ready
  let last = 0
  return {
    store: (appointments) => {
      if (hasEnded(child)) return Promise.resolve(false)
      last += 1
      const id = last
      const answer = new Promise<boolean>((resolve) => waiting.set(id, resolve))
      child.stdin.write(`${JSON.stringify({ id, appointments })}\n`)
      return answer
    },
    kill: () => endProcess(child),
  }
}

const hasEnded = ({ exitCode, signalCode }: ChildProcess) => exitCode !== null || signalCode !== null

/** Kills a process; resolves when it has ended. */
export async function endProcess(child: ChildProcess): Promise<void> {
  if (hasEnded(child)) return
  const exited = once(child, 'exit')
  child.kill('SIGKILL')
  await exited
}
