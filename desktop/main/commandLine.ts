import { resolve } from 'node:path'

/** The value of `--server=`. It prefills the connect screen; the user still has to connect. */
export const serverArgument = (argv: readonly string[]): string | null =>
  argv.find((argument) => argument.startsWith('--server='))?.slice('--server='.length) ?? null

/** The first `.json` file among the arguments, as an absolute path. */
export function jsonArgument(argv: readonly string[], cwd: string): string | null {
  const file = argv.slice(1).find((argument) => !argument.startsWith('-') && /\.json$/i.test(argument))
  return file ? resolve(cwd, file) : null
}
