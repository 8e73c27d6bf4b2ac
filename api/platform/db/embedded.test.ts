import { type ChildProcess, spawn } from 'node:child_process'
import { chmod, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { scratchFolder } from '@salonback/shared/testing/scratch.ts'
import { startServer } from '@salonback/shared/testing/server.ts'
import { temporaryFolder } from '@salonback/shared/testing/temporaryFolder.ts'
import { expect, onTestFinished, test } from 'vitest'
import { askDatabase } from '../../testing/database.ts'
import { startEmbedded } from './embedded.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))

const folder = async () => temporaryFolder(await scratchFolder())

/** A process that starts the database in this folder and then waits. */
function starter(dataDir: string): ChildProcess {
  const script = `
    import { startEmbedded } from './api/platform/db/embedded.ts'
    const { url } = await startEmbedded({ dataDir: ${JSON.stringify(dataDir)}, unsafe: true })
    console.log(url)
    setInterval(() => undefined, 1000)`
  const words = ['--import', 'tsx', '--input-type=module', '-e', script]
  return spawn(process.execPath, words, { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] })
}

async function kill(child: ChildProcess) {
  const gone = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGKILL')
  await gone
}

test('the server of a killed process is taken over with its data', async () => {
  const dataDir = await folder()
  const child = starter(dataDir)
  const url = await new Promise<string>((resolve) =>
    child.stdout?.once('data', (line) => resolve(String(line).trim())),
  )
  await askDatabase(url, (sql) => sql`create table kept as select 1 as one`)
  await kill(child)
  const taken = await startEmbedded({ dataDir, unsafe: true })
  expect(taken).toMatchObject({ url, started: false })
  await taken.stop()
  const again = await startEmbedded({ dataDir, unsafe: true })
  onTestFinished(() => again.stop())
  expect(again.started).toBe(true)
  expect(await askDatabase(again.url, (sql) => sql`select one from kept`)).toEqual([{ one: 1 }])
})

test('processes that start together in a new folder share one server', async () => {
  const dataDir = await folder()
  const servers = await Promise.all([1, 2, 3].map(() => startEmbedded({ dataDir, unsafe: true })))
  onTestFinished(() => servers[0]?.stop())
  expect(new Set(servers.map(({ url }) => url)).size).toBe(1)
  expect(servers.filter(({ started }) => started)).toHaveLength(1)
  for (const { url } of servers)
    expect(await askDatabase(url, (sql) => sql`select 1 as one`)).toEqual([{ one: 1 }])
  expect((await readdir(dataDir)).filter((name) => name.includes('.new'))).toEqual([])
})

test('a start during a stop waits and starts the server again', async () => {
  const dataDir = await folder()
  const first = await startEmbedded({ dataDir, unsafe: true })
  const [, second] = await Promise.all([first.stop(), startEmbedded({ dataDir, unsafe: true })])
  const third = await startEmbedded({ dataDir, unsafe: true })
  onTestFinished(() => third.stop())
  expect(await askDatabase(third.url, (sql) => sql`select 1 as one`)).toEqual([{ one: 1 }])
  expect(second.url).toMatch(/^postgres:/)
})

test('a folder of another major version is refused with one line that says what to do', async () => {
  const dataDir = await folder()
  await mkdir(join(dataDir, 'postgres'))
  await writeFile(join(dataDir, 'postgres', 'PG_VERSION'), '17\n')
  await expect(startEmbedded({ dataDir, unsafe: true })).rejects.toThrow(
    /^DATA_DIR has a database of PostgreSQL 17, but this version uses 18: [^\n]+restore FILE" with this version and a new DATA_DIR$/,
  )
})

test('runs below a folder that other users cannot read', async () => {
  const closed = await folder()
  await chmod(closed, 0o700)
  const server = await startEmbedded({ dataDir: join(closed, 'data'), unsafe: true })
  onTestFinished(() => server.stop())
  expect(await askDatabase(server.url, (sql) => sql`select 1 as one`)).toEqual([{ one: 1 }])
})

test('a first start that was killed is repeated', async () => {
  const dataDir = await folder()
  const child = starter(dataDir)
  await expect.poll(async () => (await readdir(dataDir)).length, { interval: 5 }).toBe(1)
  await kill(child)
  expect(await readdir(dataDir)).not.toContain('postgres')
  const server = await startEmbedded({ dataDir, unsafe: true })
  onTestFinished(() => server.stop())
  expect(await askDatabase(server.url, (sql) => sql`select 1 as one`)).toEqual([{ one: 1 }])
})

test('a lost or wrong service password is replaced', async () => {
  const dataDir = await folder()
  await (await startEmbedded({ dataDir, unsafe: true })).stop()
  await rm(join(dataDir, 'postgres', 'service-password'))
  const server = await startEmbedded({ dataDir, unsafe: true })
  onTestFinished(() => server.stop())
  await askDatabase(
    await server.superuserUrl(),
    (sql) => sql`alter role salonback password 'another' superuser`,
  )
  const again = await startEmbedded({ dataDir, unsafe: true })
  const [role] = await askDatabase(
    again.url,
    (sql) => sql`select rolsuper from pg_roles where rolname = current_user`,
  )
  expect(role).toEqual({ rolsuper: false })
})

test('the server log contains no values', async () => {
  const dataDir = await folder()
  const { url, stop } = await startEmbedded({ dataDir, unsafe: true })
  onTestFinished(stop)
  await askDatabase(url, async (sql) => {
    await sql`create table numbers (phone text primary key)`
    await sql`insert into numbers values ('+447700900123')`
    await expect(sql`insert into numbers values (${'+447700900123'})`).rejects.toThrow(/duplicate key/)
    await expect(sql`select ${'+447700900123'}::text::uuid`).rejects.toThrow(/invalid input syntax/)
    await expect(sql.unsafe(`select 'x' || '+447700900123' from nowhere`)).rejects.toThrow(/nowhere/)
  })
  const files = await readdir(join(dataDir, 'postgres'))
  const logs = files.filter((name) => name.endsWith('.log'))
  expect(logs.length).toBeGreaterThan(0)
  for (const name of logs) {
    expect(await readFile(join(dataDir, 'postgres', name), 'utf8')).not.toContain('7700900123')
  }
})

test('a suspended database: not ready until it continues', async () => {
  const dataDir = await folder()
  const database = await startEmbedded({ dataDir, unsafe: true })
  const server = await startServer({ DATABASE_URL: database.url })
  const [pid = ''] = (await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8')).split('\n')
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')
  const all = (signal: NodeJS.Signals) => {
    for (const one of [pid, ...children.trim().split(' ')]) process.kill(Number(one), signal)
  }
  onTestFinished(async () => {
    all('SIGCONT')
    await server.remove()
    await database.stop()
  })
  all('SIGSTOP')
  const ready = await fetch(`${server.origin}/readyz`, { signal: AbortSignal.timeout(3000) })
  expect([ready.status, await ready.json()]).toEqual([
    503,
    { ready: false, message: 'The database does not answer' },
  ])
  all('SIGCONT')
  await expect.poll(async () => (await fetch(`${server.origin}/readyz`)).status).toBe(200)
})
