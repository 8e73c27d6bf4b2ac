import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { logIn, sessionCookie, startServer } from '@salonback/shared/testing/server.ts'
import { expect, onTestFinished, test } from 'vitest'
import { testDatabase } from '../../testing/database.ts'
import { exportOf, exportRecord, halfAnUpload, openImports } from '../../testing/upload.ts'

test('a server killed during an import leaves no rows and no files', async () => {
  const { sql, url } = await testDatabase()
  const folder = await mkdtemp(join(tmpdir(), 'salonback-spool-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const settings = { DATABASE_URL: url, TMPDIR: folder }
  const server = await startServer(settings)
  try {
    const file = exportOf(Array.from({ length: 4000 }, (_, n) => exportRecord(n)))
    const { socket } = halfAnUpload(server.origin, await sessionCookie(server.origin), file)
    await expect.poll(() => openImports(sql)).toHaveLength(1)
    await server.kill()
    socket.destroy()
    expect((await readdir(folder)).filter((name) => name.startsWith('salonback-import'))).toEqual([])
    // The slot stays taken until its lease expires.
    expect(await openImports(sql)).toHaveLength(1)
    const restarted = await server.restart()
    const { staff } = await logIn(restarted.origin)
    expect(await staff.imports.list()).toEqual([])
    expect(await staff.prospects.list()).toEqual([])
    expect(await sql`select 1 from import_errors`).toHaveLength(0)
    expect(await restarted.stop()).toBe(0)
  } finally {
    await server.kill()
    await server.remove()
  }
})
