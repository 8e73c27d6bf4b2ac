import { keyScopes } from '@salonback/shared/platform/http/endpoint.ts'
import { endpoints, type NamedEndpoint } from '@salonback/shared/testing/endpoints.ts'
import { createPost } from '../../platform/receivers/post.ts'
import { fictional, makeSalon } from '../../testing/factories.ts'
import { startApp } from '../../testing/start.ts'
import { openSuiteDatabase } from '../database.ts'
import { countWrong } from '../rows.ts'
import type { Row, SuiteContext } from '../suite.ts'

const rows = endpoints.filter(({ access }) => access === 'key')

type App = Awaited<ReturnType<typeof startApp>>

interface Attempt {
  name: string
  attack: string
  wanted: number
  status: number
  text: string
}

/** Wrong, revoked and foreign keys on every call of `/api/v1`, and addresses of receivers on private networks. */
export async function checkKeys(context: SuiteContext): Promise<Row[]> {
  const { sql } = await openSuiteDatabase(context)
  const app = await startApp({ sql, clock: () => new Date() })
  context.atEnd(app.stop)
  const salons = [await makeSalon(sql, { name: 'Mine' }), await makeSalon(sql, { name: 'Foreign' })]
  for (const { id } of salons)
    await sql`insert into clients (salon_id, phone, first_name, created_at) values (${id}, ${fictional(1)}, ${id}, now())`
  const [mine = '', foreign = ''] = salons.map(({ id }) => id)
  const attempts = await attack(app, mine, foreign)
  const answers = await Promise.all(
    privateUrls.map(async (url) => ({ url, ...(await createPost({ timeoutMs: 3000 }).send(url, '{}', {})) })),
  )
  return [
    countWrong(
      'no wrong, revoked or foreign key gets an answer',
      attempts,
      ({ name, attack, wanted, status, text }) => {
        if (status !== wanted) return `${name} with ${attack}: ${status} instead of ${wanted}`
        return text.includes(foreign) || text.includes('Foreign')
          ? `${name} with ${attack} shows the other salon`
          : null
      },
    ),
    countWrong('no event goes to a private address', answers, ({ url, status, text }) =>
      status === null && /private|https:/.test(text) ? null : `${url}: ${status} ${text}`,
    ),
  ]
}

async function attack(app: App, mine: string, foreign: string): Promise<Attempt[]> {
  const make = (salonId: string | null, scopes: readonly (typeof keyScopes)[number][] = keyScopes) =>
    app.staff.keys.create({ name: 'Proof', salonId, scopes: [...scopes] })
  const [valid, revoked] = [await make(mine), await make(mine)]
  await app.staff.keys.revoke({ id: revoked.id })
  const attempts: Attempt[] = []
  for (const row of rows) {
    const otherScope = await make(
      mine,
      keyScopes.filter((scope) => scope !== row.scope),
    )
    const wrong: [attack: string, wanted: number, authorization: string, salonId?: string][] = [
      ['no key', 401, ''],
      ['a revoked key', 401, `Bearer ${revoked.key}`],
      ['a changed key', 401, `Bearer ${valid.key.slice(0, -1)}${valid.key.endsWith('A') ? 'B' : 'A'}`],
      ['a longer key', 401, `Bearer ${valid.key}A`],
      ['another scheme', 401, `Basic ${valid.key}`],
      ['SQL', 401, `Bearer ' or true --`],
      ['the hash of a key', 401, `Bearer sbk_${'0'.repeat(43)}`],
      ['another scope', 403, `Bearer ${otherScope.key}`],
      ...(takesSalon(row) ? [['a foreign salon', 404, `Bearer ${valid.key}`, foreign] as const] : []),
      ['its own key', 200, `Bearer ${valid.key}`],
    ].map((one) => one as [string, number, string, string?])
    for (const [name, wanted, authorization, salonId] of wrong)
      attempts.push({
        name: row.name,
        attack: name,
        wanted,
        ...(await call(app, row, authorization, salonId)),
      })
  }
  return attempts
}

/** Whether the call names a salon. */
const takesSalon = ({ query, name }: NamedEndpoint) =>
  name === 'v1.recordVisits' ||
  (query !== undefined && 'shape' in query && 'salonId' in (query.shape as object))

async function call({ request }: App, row: NamedEndpoint, authorization: string, salonId?: string) {
  const { method, example } = row
  const path =
    row.path.replace('{phone}', fictional(1)) + (salonId && method === 'GET' ? `?salonId=${salonId}` : '')
  const headers = {
    ...(authorization && { authorization }),
    ...(row.body && { 'content-type': 'application/json' }),
  }
  const body = row.body && JSON.stringify({ ...(example as object), ...(salonId && { salonId }) })
  const answer = await request(path, { method, headers, ...(body && { body }) })
  return { status: answer.status, text: await answer.text() }
}

/** Spellings of addresses on private networks, and names that resolve to them. */
const privateUrls = [
  ...['127.0.0.1', '127.1', '0', '2130706433', '0x7f000001', '0177.0.0.1', '10.0.0.1', '169.254.169.254'],
  ...['192.168.0.1', '172.20.0.1', '100.64.0.1', '[::1]', '[::]', '[::ffff:127.0.0.1]', '[::ffff:a9fe:a9fe]'],
  ...[
    '[64:ff9b::7f00:1]',
    '[2002:7f00:1::]',
    '[fd00::1]',
    '[fe80::1]',
    'localhost',
    'localhost.',
    'a.localhost',
  ],
  ...['service.local', 'db.internal', 'intranet', '１２７.０.０.１', '127。0。0。1'],
].flatMap((host) => [`https://${host}/`, `http://${host}/`, `https://${host}:8443/x`])
