import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { TLSSocket } from 'node:tls'
import { expect, inject, onTestFinished, test } from 'vitest'
import { listenOn } from '../../testing/listenOn.ts'
import { readDatabaseUrl } from './databaseUrl.ts'
import { openDatabase } from './open.ts'

test('reads hosts, and TLS parameters, which the driver does not get', () => {
  const { tls, ...rest } = readDatabaseUrl(
    'postgres://salon:p%40ss@db.example:6432/salons?sslmode=require&options=-cx',
  )
  expect(rest).toEqual({
    to: { host: 'db.example', port: 6432 },
    forDriver: 'postgres://salon:p%40ss@db.example:6432/salons?options=-cx',
  })
  expect(tls).toEqual({ rejectUnauthorized: false, optional: false, direct: false })
  expect(readDatabaseUrl('postgresql://[::1]:5434/x').to).toEqual({ host: '::1', port: 5434 })
  expect(readDatabaseUrl('postgres://%2Frun%2Fpostgresql/salons')).toMatchObject({
    to: { path: '/run/postgresql/.s.PGSQL.5432' },
    tls: null,
  })
})

test.each([
  ['mysql://a/b', 'must be like postgres://'],
  ['postgres://salon:100%@a/b', '%25'],
  ['postgres://salon@a:70000/b', 'must be like postgres://'],
  ['postgres://a,b/c', 'use one address'],
  ['postgres://a/b?sslmode=on', 'sslmode=on'],
  ['postgres://a/b?sslrootcert=/nowhere.pem', 'cannot be read'],
])('%s is refused with one line that says what to do', (url, words) => {
  expect(() => readDatabaseUrl(url)).toThrow(words)
})

/** A server in front of the tests' Postgres that accepts TLS as Postgres does. */
async function startTls(): Promise<number> {
  const pem = readFileSync(inject('certificateFile'))
  const behind = new URL(inject('databaseUrl'))
  const { port, stop } = await listenOn(
    createServer(async (socket) => {
      await once(socket, 'data')
      socket.write('S')
      const secured = new TLSSocket(socket, { isServer: true, key: pem, cert: pem })
      const postgres = connect(Number(behind.port), behind.hostname)
      for (const one of [secured, postgres]) one.on('error', () => socket.destroy())
      secured.pipe(postgres).pipe(secured)
    }),
  )
  onTestFinished(stop)
  return port
}

test('a TLS connection is verified by the given certificate, and refused without it', async () => {
  const url = new URL(inject('databaseUrl'))
  url.host = `localhost:${await startTls()}`
  const ask = async (search: string) => {
    const sql = openDatabase(`${url.href}?${search}`, { max: 1 })
    onTestFinished(() => sql.end({ timeout: 1 }))
    return (await sql`select 1 as one`)[0]
  }
  const root = encodeURIComponent(inject('certificateFile'))
  expect(await ask(`sslmode=verify-full&sslrootcert=${root}`)).toEqual({ one: 1 })
  expect(await ask('sslmode=require')).toEqual({ one: 1 })
  await expect(ask('sslmode=verify-full')).rejects.toMatchObject({ code: /SELF_SIGNED|UNABLE_TO/ })
})
