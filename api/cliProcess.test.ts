import { spawn } from 'node:child_process'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { temporaryFolder } from '@salonback/shared/testing/temporaryFolder.ts'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))

interface Ended {
  code: number | null
  out: string
  err: string
}

function startCommand(
  words: string[],
  { input = '', env = {} }: { input?: string; env?: Record<string, string> } = {},
) {
  return new Promise<Ended>((resolve) => {
    const child = spawn(process.execPath, ['api/run.js', 'cli', ...words], {
      cwd: root,
      env: { PATH: process.env.PATH, ...env },
    })
    let [out, err] = ['', '']
    child.stdout.on('data', (chunk) => {
      out += chunk
    })
    child.stderr.on('data', (chunk) => {
      err += chunk
    })
    child.on('close', (code) => resolve({ code, out, err }))
    child.stdin.end(input)
  })
}

test('without DATABASE_URL it starts and stops the embedded database', async () => {
  const env = { DATA_DIR: await temporaryFolder() }
  const input = 'a better one\n'
  const added = await startCommand(['add', 'nora', '--password-stdin'], { env, input })
  expect(added).toMatchObject({ code: 0, err: '' })
  expect((await startCommand(['list'], { env })).out).toMatch(/^nora\t/)
  await expect(stat(join(env.DATA_DIR, 'postgres', 'postmaster.pid'))).rejects.toThrow('ENOENT')
})

test('an invalid setting is reported in one line that names it', async () => {
  const { code, err } = await startCommand(['list'], { env: { PORT: 'eighty' } })
  expect(code).toBe(1)
  expect(err).toMatch(/^PORT: [^\n]+\n$/)
})
