import { expect, test } from 'vitest'
import { readDatabaseUrl } from './databaseUrl.ts'

test('parses escapes, hosts and TLS parameters', () => {
  expect(
    readDatabaseUrl('postgres://salon:p%40ss@db.example:6432/salons?sslmode=require&application_name=x'),
  ).toEqual({
    hosts: [{ host: 'db.example', port: 6432 }],
    user: 'salon',
    password: 'p@ss',
    database: 'salons',
    tls: { mode: 'require', direct: false },
    options: undefined,
  })
  expect(
    readDatabaseUrl('postgresql://a,b:5433,[::1]:5434/x?target_session_attrs=read-write&sslrootcert=/ca.pem'),
  ).toMatchObject({
    hosts: [
      { host: 'a', port: 5432 },
      { host: 'b', port: 5433 },
      { host: '::1', port: 5434 },
    ],
    tls: { mode: 'verify-full', rootCert: '/ca.pem' },
  })
  expect(readDatabaseUrl('postgres://%2Frun%2Fpostgresql/salons').hosts).toEqual([
    { host: '/run/postgresql', port: 5432, path: '/run/postgresql/.s.PGSQL.5432' },
  ])
})

test.each([
  ['mysql://a/b', 'must be like postgres://'],
  ['postgres://salon:100%@a/b', '%25'],
  ['postgres://salon@a:70000/b', 'no valid host and port'],
  ['postgres://a/b?channel_binding=require', 'remove channel_binding'],
  ['postgres://a/b?pgbouncer=true', 'the direct address'],
  ['postgres://a/b?schema=public', 'remove schema'],
  ['postgres://a/b?connection_limit=1', 'remove connection_limit'],
  ['postgres://a/b?sslmode=on', 'sslmode=on'],
  ['postgres://a/b?target_session_attrs=standby', 'primary'],
  ['postgres://a/b?colour=red', 'has the unknown parameter colour'],
])('%s is refused with one line that says what to do', (url, words) => {
  expect(() => readDatabaseUrl(url)).toThrow(words)
})
