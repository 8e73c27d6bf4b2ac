import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('../../', import.meta.url))
const read = (path: string) => readFile(root + path, 'utf8')
const patterns = (text: string) => text.split('\n').filter((line) => line !== '' && !line.startsWith('#'))

test('everything in .gitignore is also in .dockerignore', async () => {
  const ignored = patterns(await read('.dockerignore'))
  expect(ignored).toContain('.git')
  // A pattern in .gitignore matches in every folder; in .dockerignore that needs `**/`.
  const anywhere = (line: string) => [line, `**/${line}`].map((one) => one.replace(/\/$/, ''))
  for (const line of patterns(await read('.gitignore')))
    expect(
      anywhere(line).some((one) => ignored.includes(one)),
      line,
    ).toBe(true)
})

test('systemd unit and container run the same command, and not as root', async () => {
  const container = await read('api/deploy/Containerfile')
  const unit = await read('api/deploy/salonback.service')
  expect(/^ExecStart=\/usr\/bin\/(.*)$/m.exec(unit)?.[1]).toBe('node api/run.js main')
  expect(/^CMD (\[.*\])$/m.exec(container)?.[1]).toBe('["node", "api/run.js", "main"]')
  expect(container.lastIndexOf('\nUSER node\n')).toBeGreaterThan(container.lastIndexOf('\nRUN '))
  expect(unit).toContain('\nUser=salonback\n')
})
