import { type Logger, pino, stdTimeFunctions } from 'pino'

// International numbers, and long bare digit runs that stand alone (a number without its plus, in a query or a body).
const NUMBER = /\+\d{7,15}|(?<![\w.+-])\d{9,15}(?![\w.-])/g

/** Hides all but the country's first digits and the last three: no log line ever holds a whole phone number. */
export const maskNumbers = (line: string) =>
  line.replace(NUMBER, (number) => `${number.slice(0, number.startsWith('+') ? 3 : 2)}…${number.slice(-3)}`)

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
