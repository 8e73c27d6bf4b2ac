import { type Logger, pino, stdTimeFunctions } from 'pino'

// International numbers, and long bare digit runs that stand alone (a number without its plus, in a query or a body).
// A plus may be written %2B, and what looks like a letter before the digits may be the end of an escape like \n.
const NUMBER = /(?:\+|%2B)\d{7,15}|(?:(?<![\w.+-])|(?<=(?<!\\)\\[nrt]))\d{9,15}(?![\w.-])/gi

/** Hides all but the country's first digits and the last three: no log line ever holds a whole phone number. */
export const maskNumbers = (line: string) =>
  line.replace(NUMBER, (number) => `${/^(?:\+|%2B)?../i.exec(number)?.[0]}…${number.slice(-3)}`)

/** JSON lines with every phone number masked, whoever logged it and wherever in the line it stands. */
export function createLog(
  level: string,
  write: (line: string) => void = (line) => void process.stdout.write(line),
): Logger {
  return pino(
    {
      level,
      base: undefined,
      timestamp: stdTimeFunctions.isoTime,
      redact: [
        'password',
        'token',
        'authorization',
        'cookie',
        '*.password',
        '*.authorization',
        '*.cookie',
        'err.config',
        'err.request',
        'err.response',
      ],
    },
    { write: (line: string) => write(maskNumbers(line)) },
  )
}
