import { connect, type Socket } from 'node:net'
import { importUpload } from '@salonback/shared/imports/contract.ts'
import type { Sql } from '../db/open.ts'

/** An export in the import format. */
export const exportOf = (
  prospects: unknown[],
  metadata: object = { export_id: 'e-1', source_app: 'scraper' },
) => JSON.stringify({ export_metadata: metadata, prospects })

/** The n-th of a few thousand American salons with numbers of their own. */
export const exportRecord = (n: number, more: object = {}) => ({
  name: `Salon ${n}`,
  country: 'US',
  phone: `+1${2_015_550_000 + n}`,
  ...more,
})

/** Starts an upload over a bare socket and stops sending in the middle of the file. */
export function halfAnUpload(origin: string, cookie: string, file: string): Socket {
  const start = '--b\r\nContent-Disposition: form-data; name="jsonFile"; filename="e.json"\r\n\r\n'
  const head = [
    `POST ${importUpload.path} HTTP/1.1`,
    'Host: localhost',
    `Cookie: ${cookie}`,
    'Content-Type: multipart/form-data; boundary=b',
    `Content-Length: ${start.length + file.length + 9}`,
  ].join('\r\n')
  const { port, hostname } = new URL(origin)
  const socket = connect(Number(port), hostname)
  socket.on('error', () => undefined)
  socket.write(`${head}\r\n\r\n${start}${file.slice(0, file.length / 2)}`)
  return socket
}

/** Imports that are in the middle of their transaction. */
export const openImports = (sql: Sql) => sql<{ pid: number }[]>`
  select pid from pg_stat_activity
  where datname = current_database() and state = 'idle in transaction' and query like '%staged_prospects%'`
