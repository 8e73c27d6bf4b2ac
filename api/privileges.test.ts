import { execFile, spawn } from 'node:child_process'
import { chmod, mkdir, mkdtemp, readFile, symlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { freePort } from '@salonback/shared/testing/freePort.ts'
import { scratchFolder } from '@salonback/shared/testing/scratch.ts'
import { logIn, type RunningServer, startServer } from '@salonback/shared/testing/server.ts'
import { temporaryFolder } from '@salonback/shared/testing/temporaryFolder.ts'
import { expect, onTestFinished, test } from 'vitest'
import { testDatabase } from './testing/database.ts'
import { testServer } from './testing/testServer.ts'

const run = promisify(execFile)
const root = fileURLToPath(new URL('..', import.meta.url))

/** Whether the tests run as root on Linux; otherwise the service keeps its user. */
const asRoot = process.platform === 'linux' && process.getuid?.() === 0
const nobody = 65_534

const ps = async (...args: string[]) => (await run('ps', args)).stdout.trim()

/** User, groups and capabilities of a process, from /proc. */
async function rightsOf(pid: number | undefined) {
  const user = await ps('-o', 'uid=', '-p', String(pid))
  if (!asRoot) return { user }
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  const line = (name: string) => new RegExp(`^${name}:[ \\t]*(.*?)[ \\t]*$`, 'm').exec(status)?.[1]
  return { user, users: line('Uid'), groups: line('Groups'), capabilities: line('CapPrm') }
}

const dropped = { users: '65534\t65534\t65534\t65534', groups: '', capabilities: '0000000000000000' }
const rightsOfNobody = asRoot ? { user: '65534', ...dropped } : { user: String(process.getuid?.()) }

/** Starts a server with a data folder that other users can (`open`) or cannot (`closed`) access. */
async function running(folder: 'open' | 'closed', settings?: Record<string, string>): Promise<RunningServer> {
  const dataDir = await mkdtemp(join(await scratchFolder(), 'salonback-root-'))
  if (folder === 'open') await chmod(dataDir, 0o755)
  return testServer({ LOG_LEVEL: 'info', ...settings }, { dataDir, port: await freePort() })
}

/** Uses pages, an import and a reply, which load files for the first time. */
async function useAll({ origin }: RunningServer) {
  const { staff, staffFetch } = await logIn(origin)
  for (const path of ['/', '/admin', '/uksalon', '/privacy', '/api/openapi.json']) {
    expect([path, (await fetch(origin + path)).status]).toEqual([path, 200])
  }
  const page = await (await fetch(`${origin}/admin`)).text()
  const script = /src="([^"]+\.js)"/.exec(page)?.[1] ?? ''
  expect((await fetch(origin + script)).status).toBe(200)
  const form = new FormData()
  const list = { export_metadata: { export_id: 'x' }, prospects: [{ name: 'Noir', phone: '+447700900123' }] }
  form.set('jsonFile', new File([JSON.stringify(list)], 'list.json', { type: 'application/json' }))
  const imported = await staffFetch(`${origin}/api/admin/import`, {
    method: 'POST',
    body: form,
    headers: { origin },
  })
  expect(imported.status).toBe(200)
  await staff.inbox.reply({ phoneNumber: '+447700900123', message: 'Hello' })
}

const clusterRuns = ({ dataDir }: RunningServer) =>
  readFile(join(dataDir, 'postgres/postmaster.pid'), 'utf8').then(
    () => true,
    () => false,
  )

test.each(['open', 'closed'] as const)(
  'started as root with an embedded database in an %s folder, the service drops root and can stop the database',
  async (folder) => {
    const server = await running(folder)
    expect(await rightsOf(server.child.pid)).toEqual(rightsOfNobody)
    expect(server.output()).not.toContain('still running as root')
    await useAll(server)
    expect(await server.stop()).toBe(0)
    expect(await clusterRuns(server)).toBe(false)
  },
)

test('the next start takes over the database of a killed service', async () => {
  const server = await running('open')
  const { staff } = await logIn(server.origin)
  await staff.inbox.reply({ phoneNumber: '+447700900123', message: 'Before' })
  await server.kill()
  expect(await clusterRuns(server)).toBe(true)
  const second = await server.restart()
  expect(await rightsOf(second.child.pid)).toEqual(rightsOfNobody)
  const again = await logIn(second.origin)
  const { messages } = await again.staff.inbox.conversation({ number: '+447700900123' })
  expect(messages).toMatchObject([{ body: 'Before' }])
  expect(await second.stop()).toBe(0)
  expect(await clusterRuns(server)).toBe(false)
})

test('Ctrl-C to the process group stops the database', async () => {
  const server = await running('open')
  const watchers = (await ps('-e', '-ww', '-o', 'pid=,args='))
    .split('\n')
    .filter((line) => line.includes(server.dataDir) && line.includes('read -r word'))
    .map((line) => Number.parseInt(line, 10))
  expect(watchers).toHaveLength(asRoot ? 1 : 0)
  for (const pid of watchers)
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.kill(pid, signal)
  expect(await server.stop()).toBe(0)
  expect(await clusterRuns(server)).toBe(false)
  for (const pid of watchers) expect(() => process.kill(pid, 0)).toThrow('ESRCH')
})

test('service and worker started as root with DATABASE_URL continue as an unprivileged user', async () => {
  const { url } = await testDatabase()
  const server = await running('closed', { DATABASE_URL: url })
  expect(await rightsOf(server.child.pid)).toEqual(rightsOfNobody)
  await useAll(server)
  const worker = spawn(process.execPath, ['api/run.js', 'main', 'worker'], {
    cwd: root,
    env: { PATH: process.env.PATH, DATABASE_URL: url, PUBLIC_URL: server.origin, LOG_LEVEL: 'info' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => void worker.kill('SIGKILL'))
  let output = ''
  worker.stdout.on('data', (data) => (output += data))
  await expect.poll(() => output).toContain('is ready')
  expect(await rightsOf(worker.pid)).toEqual(rightsOfNobody)
  expect(await server.stop()).toBe(0)
})

test('the first of two services on one database leaves it running', async () => {
  const first = await running('closed')
  const second = await startServer({}, { dataDir: first.dataDir, port: await freePort() })
  onTestFinished(() => second.kill())
  expect(await first.stop()).toBe(0)
  expect(await clusterRuns(first)).toBe(true)
  await logIn(second.origin)
  expect(await second.stop()).toBe(0)
  expect(await clusterRuns(first)).toBe(false)
})

/** Drops root in a child process for this checkout; returns its ids and log lines. */
async function dropRootIn(checkout: string) {
  const script = `
    import pino from 'pino'
    import { prepareToDropRoot } from './api/privileges.ts'
    const log = pino({ base: null, timestamp: false }, { write: (line) => process.stderr.write(line) })
    const dropRoot = await prepareToDropRoot({ root: ${JSON.stringify(checkout)}, log })
    dropRoot()
    console.log(process.getuid(), process.getgid(), JSON.stringify(process.getgroups()))`
  const args = ['--import', 'tsx', '--input-type=module', '-e', script]
  const child = spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] })
  const [out, errors] = await Promise.all([text(child.stdout), text(child.stderr)])
  return { ids: out.trim(), lines: errors.trim().split('\n').filter(Boolean) }
}

async function checkout() {
  const made = await temporaryFolder()
  await chmod(made, 0o755)
  const packages = ['zod', '@hono/node-server'].map((name) => `node_modules/${name}/package.json`)
  const sources = ['package.json', 'api/main.ts', 'api/platform/db/later.ts', 'shared/a b.ts']
  for (const name of [...sources, 'web/dist/index.html', ...packages]) {
    await mkdir(dirname(join(made, name)), { recursive: true })
    await writeFile(join(made, name), '')
  }
  await symlink('../../nowhere', join(made, 'node_modules/gone'))
  return made
}

const unchangedIds = asRoot ? '0 0 ' : `${process.getuid?.()} `

test('root and its groups are dropped if all files are readable', async () => {
  const { ids, lines } = await dropRootIn(await checkout())
  if (asRoot) expect(ids).toBe(`${nobody} ${nobody} [${nobody}]`)
  else expect(ids).toMatch(unchangedIds)
  expect(lines.filter((line) => line.includes('still running as root'))).toEqual([])
})

test.each([
  ['the checkout folder', '.', 0o700],
  ['a module loaded later', 'api/platform/db/later.ts', 0o600],
  ['a module with a space in its name', 'shared/a b.ts', 0o600],
  ['a built page', 'web/dist/index.html', 0o600],
  ['a package', 'node_modules/@hono', 0o700],
])('stays root and logs why if others cannot access %s', async (_what, name, mode) => {
  const made = await checkout()
  await chmod(join(made, name), mode)
  const { ids, lines } = await dropRootIn(made)
  expect(ids.startsWith(unchangedIds)).toBe(true)
  expect(lines).toHaveLength(asRoot ? 1 : 0)
  if (asRoot) expect(lines[0]).toMatch(/still running as root: start it as another user/)
  if (asRoot) expect(lines[0]).toContain(`other users cannot access ${join(made, name)}`)
})
