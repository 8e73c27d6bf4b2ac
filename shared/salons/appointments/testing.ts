import { type CsvChoices, readCsv } from './readCsv.ts'

export const london = { country: 'GB', timeZone: 'Europe/London', currency: 'GBP' } as const
export const dublin = { country: 'IE', timeZone: 'Europe/Dublin', currency: 'EUR' } as const
export const newYork = { country: 'US', timeZone: 'America/New_York', currency: 'USD' } as const
export const now = new Date('2026-07-20T09:00:00Z')

type TestSalon = typeof london | typeof dublin | typeof newYork

/** A CSV text of these rows with one heading. */
export function csvOf(...rows: Record<string, string>[]): string {
  const names = Object.keys(rows[0] ?? {})
  const line = (texts: string[]) => texts.map((text) => `"${text.replaceAll('"', '""')}"`).join(',')
  return [line(names), ...rows.map((row) => line(names.map((name) => row[name] ?? '')))].join('\n')
}

const client = (salon: TestSalon) =>
  ({ GB: '07700900600', IE: '0851234567', US: '(212) 456-7890' })[salon.country]

/** Reads one row with these cells, on 18 July 2026 at 14:30 unless they say otherwise. */
export function readOne(cells: Record<string, string>, salon: TestSalon = london, choices: CsvChoices = {}) {
  const start = salon.country === 'US' ? '07/18/2026 14:30' : '18/07/2026 14:30'
  const text = csvOf({ ID: 'a1', Phone: client(salon), Start: start, Status: 'Booked', ...cells })
  const { appointments, rejected, askedStates } = readCsv([text], salon, now, choices)
  const [appointment] = appointments
  return { appointment, reason: rejected[0]?.reason, asked: askedStates.map(({ word }) => word) }
}
