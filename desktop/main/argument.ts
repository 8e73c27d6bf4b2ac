import { resolve } from 'node:path'

/** The server named by `--server=`: an offer to the connect screen, never an order. */
export const serverArgument = (argv: readonly string[]): string | null =>
  argv.find((word) => word.startsWith('--server='))?.slice('--server='.length) ?? null

/** The `.json` among the words an app was started with, as an absolute path. */
export function jsonArgument(argv: readonly string[], cwd: string): string | null {
  const given = argv.slice(1).find((word) => !word.startsWith('-') && /\.json$/i.test(word))
  return given ? resolve(cwd, given) : null
}
