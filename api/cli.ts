import { runCommandLine } from './commandLine.ts'
import { processEnv } from './env.ts'

/** The reader of our output may end first, as `head` does; the command continues. */
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
})

process.exitCode = await runCommandLine(process.argv.slice(2), processEnv, {
  input: process.stdin,
  print: (line) => void process.stdout.write(`${line}\n`),
  printError: (line) => void process.stderr.write(`${line}\n`),
})
