import { execFileSync } from 'node:child_process'
import { appendFile, mkdir, rm, symlink, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { temporaryFolder } from '@salonback/shared/testing/temporaryFolder.ts'
import { expect, test } from 'vitest'
import { type ChosenFiles, chosenFiles } from './chosenFiles.ts'

async function listIn(dir: string, name = 'list.json') {
  const path = join(dir, name)
  await writeFile(path, '{"prospects":[]}')
  return path
}

async function tokenFor(files: ChosenFiles, path: string): Promise<string> {
  const offered = await files.add(path)
  if (!('token' in offered)) throw new Error(offered.problem)
  return offered.token
}

test('a chosen file is identified by a token, not by its path', async () => {
  const files = chosenFiles()
  const path = await listIn(await temporaryFolder(), 'Élan.JSON')
  const offered = await files.add(path)
  expect(offered).toEqual({ token: expect.stringMatching(/^[0-9a-f-]{36}$/), name: 'Élan.JSON', size: 16 })
  const opened = await files.open((offered as { token: string }).token)
  expect(opened).toMatchObject({ name: 'Élan.JSON', size: 16 })
  await opened?.handle.close()
})

test('only regular .json files are accepted, each rejection with its reason', async () => {
  const dir = await temporaryFolder()
  const files = chosenFiles()
  await listIn(dir)
  await listIn(dir, 'list.txt')
  await listIn(dir, 'id_rsa')
  await symlink('/etc/passwd', join(dir, 'link.json'))
  await symlink(join(dir, 'list.json'), join(dir, 'alias.json'))
  await mkdir(join(dir, 'folder.json'))
  execFileSync('mkfifo', [join(dir, 'pipe.json')])
  const problemOf = async (path: string) => {
    const offered = await files.add(path)
    return 'problem' in offered ? offered.problem : null
  }
  for (const path of [join(dir, 'list.txt'), join(dir, 'id_rsa'), '/etc/passwd', '/dev/zero'])
    expect(await problemOf(path)).toBe('Please select a JSON file')
  for (const link of ['link.json', 'alias.json'])
    expect(await problemOf(join(dir, link))).toBe('This is a link. Choose the file it leads to.')
  expect(await problemOf(join(dir, 'folder.json'))).toBe('This is a folder. Choose a file in it.')
  expect(await problemOf(join(dir, 'pipe.json'))).toBe('This is not a regular file.')
  expect(await problemOf(join(dir, 'gone.json'))).toBe('The file could not be opened.')
  expect(await problemOf('list.json')).toBe('The file could not be opened.')
  expect(await problemOf(join(dir, 'list.json'))).toBeNull()
})

test('a file over the limit is rejected, also when it grew after it was chosen', async () => {
  const dir = await temporaryFolder()
  const large = join(dir, 'large.json')
  await writeFile(large, '')
  await truncate(large, 256 * 1024 * 1024 + 1)
  expect(await chosenFiles().add(large)).toMatchObject({ problem: 'The file is larger than 256 MB.' })
  await truncate(large, 256 * 1024 * 1024)
  const files = chosenFiles()
  const token = await tokenFor(files, large)
  await appendFile(large, '{')
  expect(await files.open(token)).toBeNull()
})

test('a link, pipe or folder that replaced a chosen file is not read', async () => {
  const dir = await temporaryFolder()
  const files = chosenFiles()
  const path = await listIn(dir)
  const token = await tokenFor(files, path)
  await rm(path)
  await symlink('/etc/passwd', path)
  expect(await files.open(token)).toBeNull()
  await rm(path)
  execFileSync('mkfifo', [path])
  expect(await files.open(token)).toBeNull()
  await rm(path)
  await mkdir(path)
  expect(await files.open(token)).toBeNull()
})

test('a token ends with its import; beyond twenty the oldest ends first', async () => {
  const files = chosenFiles()
  const path = await listIn(await temporaryFolder())
  expect(await files.open(crypto.randomUUID())).toBeNull()
  expect(await files.open(path)).toBeNull()
  const first = await tokenFor(files, path)
  files.release(first)
  expect(await files.open(first)).toBeNull()
  const second = await tokenFor(files, path)
  for (let n = 0; n < 20; n++) await tokenFor(files, path)
  expect(await files.open(second)).toBeNull()
})
