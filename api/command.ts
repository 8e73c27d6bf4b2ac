import type { Readable } from 'node:stream'
import type { Env } from './env.ts'
import type { Database } from './platform/db/open.ts'

/** An error with a message for the user; any other error is a defect and prints its stack. */
export class CommandError extends Error {
  override name = 'CommandError'
}

/** Where a command reads a password and prints: a terminal, or what a test gives. */
export interface Console {
  input: Readable & { isTTY?: boolean }
  print(line: string): void
  printError(line: string): void
}

/** Input of a command. */
export interface CommandInput extends Console {
  sql: Database
  env: Env
  /** The word after the command's name. */
  argument: string | undefined
  options: {
    'password-stdin'?: boolean
    agent?: boolean
    out?: string
    lost?: boolean
    yes?: boolean
    pending?: boolean
    fix?: boolean
    email?: string[]
  }
}

export interface Command {
  /** Pairs of arguments and help text, printed by the usage. */
  usage: [args: string, help: string][]
  /** False: the database is not migrated before the command runs. */
  migrates?: false
  /** False: the command has found problems, and the process exits with 1. */
  run(input: CommandInput): Promise<void> | Promise<boolean>
}

/** The trimmed argument. Throws CommandError without one. */
export function required(argument: string | undefined, name: string): string {
  if (!argument?.trim()) throw new CommandError(`${name} is missing; npm run admin prints the usage`)
  return argument.trim()
}
