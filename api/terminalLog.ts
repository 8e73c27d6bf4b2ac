const levels: Record<number, string> = { 40: 'Warning: ', 50: 'Error: ', 60: 'Error: ' }
/** Fields that every line has. */
const usual = new Set(['level', 'time', 'msg', 'err'])

/** A JSON log line as a person reads it in a terminal: message, then fields, then the stack of an error. */
export function readableLine(json: string): string {
  const line = JSON.parse(json) as Record<string, unknown> & { level: number; msg?: string }
  const fields = Object.entries(line)
    .filter(([name]) => !usual.has(name))
    .map(([name, value]) => `${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`)
  const { err } = line as { err?: { stack?: string } }
  const text = `${levels[line.level] ?? ''}${line.msg ?? ''}`
  return [fields.length > 0 ? `${text} (${fields.join(', ')})` : text, err?.stack].filter(Boolean).join('\n')
}

interface Addresses {
  publicUrl: string
  simulated: boolean
}

/** Where the service can be opened, for the terminal it was started in. */
export const readyLines = ({ publicUrl, simulated }: Addresses): string[] => [
  `  Site     ${publicUrl}`,
  `  Console  ${publicUrl}/admin`,
  ...(simulated ? [`  Phones   ${publicUrl}/dev/phones (simulated: no text reaches a real phone)`] : []),
]
