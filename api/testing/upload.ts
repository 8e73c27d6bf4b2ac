import { connect } from 'node:net'
import { importUpload } from '@salonback/shared/sales/imports/contract.ts'
import type { Sql } from '../platform/db/open.ts'

/** An export in the import format. */
export const exportOf = (
  prospects: unknown[],
  metadata: object = { export_id: 'e-1', source_app: 'scraper' },
) => JSON.stringify({ export_metadata: metadata, prospects })

/** The n-th of up to a few thousand American salons, each with a different number. */
export const exportRecord = (n: number, more: object = {}) => ({
  name: `Salon ${n}`,
  country: 'US',
  phone: `+1${2_015_550_000 + n}`,
  ...more,
})

/** The upload's multipart body up to the file. */
export const FORM_START = '--b\r\nContent-Disposition: form-data; name="jsonFile"; filename="e.json"\r\n\r\n'

/** Starts an upload over a raw socket and sends only this part of its body. `received` returns the response so far. */
export function stalledUpload(origin: string, cookie: string, sent: string) {
  const head = [
    `POST ${importUpload.path} HTTP/1.1`,
    'Host: localhost',
    `Cookie: ${cookie}`,
    'Content-Type: multipart/form-data; boundary=b',
    'Content-Length: 100000000',
  ].join('\r\n')
  const { port, hostname } = new URL(origin)
  const socket = connect(Number(port), hostname)
  socket.on('error', () => undefined)
  let received = ''
  socket.on('data', (bytes: Buffer) => {
    received += bytes
  })
  socket.write(`${head}\r\n\r\n${sent}`)
  return { socket, received: () => received }
}

/** An upload that stops halfway through its file. */
export const halfAnUpload = (origin: string, cookie: string, file: string) =>
  stalledUpload(origin, cookie, FORM_START + file.slice(0, file.length / 2))

/** Imports that are running. */
export const openImports = (sql: Sql) => sql`select slot from import_slots where lease_until > now()`

/** Sessions that are idle in a transaction. */
export const idleTransactions = (sql: Sql) => sql`
  select pid, query from pg_stat_activity where datname = current_database() and state = 'idle in transaction'`
