import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('../../', import.meta.url))
const read = (path: string) => readFile(root + path, 'utf8')
const patterns = (text: string) => text.split('\n').filter((line) => line !== '' && !line.startsWith('#'))

test('what git leaves out, settings and data among it, goes into no image', async () => {
  const ignored = patterns(await read('.dockerignore'))
  expect(ignored).toContain('.git')
  // Git takes a name for every folder; here that has to be said.
  const anywhere = (line: string) => [line, `**/${line}`].map((one) => one.replace(/\/$/, ''))
  for (const line of patterns(await read('.gitignore')))
    expect(
      anywhere(line).some((one) => ignored.includes(one)),
      line,
    ).toBe(true)
})

test('unit and container start the service alike, and neither as root', async () => {
  const container = await read('api/deploy/Containerfile')
  const unit = await read('api/deploy/salonback.service')
  expect(/^ExecStart=\/usr\/bin\/(.*)$/m.exec(unit)?.[1]).toBe('node api/run.js main')
  expect(/^CMD (\[.*\])$/m.exec(container)?.[1]).toBe('["node", "api/run.js", "main"]')
  expect(container.lastIndexOf('\nUSER node\n')).toBeGreaterThan(container.lastIndexOf('\nRUN '))
  expect(unit).toContain('\nUser=salonback\n')
})
