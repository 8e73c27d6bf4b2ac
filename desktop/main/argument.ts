import { resolve } from 'node:path'

/** The server named by `--server=`: prefilled on the connect screen, never connected to without the user. */
export const serverArgument = (argv: readonly string[]): string | null =>
  argv.find((word) => word.startsWith('--server='))?.slice('--server='.length) ?? null

/** The `.json` among the app's arguments, as an absolute path. */
export function jsonArgument(argv: readonly string[], cwd: string): string | null {
  const given = argv.slice(1).find((word) => !word.startsWith('-') && /\.json$/i.test(word))
  return given ? resolve(cwd, given) : null
}
