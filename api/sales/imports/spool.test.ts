import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { temporaryFolder } from '@salonback/shared/testing/temporaryFolder.ts'
import { expect, test } from 'vitest'
import { openSpool } from './spool.ts'

test('appended rows are read in order, and the file has no name', async () => {
  const path = await temporaryFolder()
  const spool = await openSpool({ folder: path })
  await spool.append('prospects', [{ name: 'Élan' }, { name: 'B' }])
  await spool.append('rejected', [{ index: 2 }])
  expect(await readdir(path)).toEqual([])
  const read = []
  for await (const { kind, json } of spool.read()) read.push([kind, JSON.parse(json)])
  expect(read).toEqual([
    ['prospects', [{ name: 'Élan' }, { name: 'B' }]],
    ['rejected', [{ index: 2 }]],
  ])
  await spool.close()
})

test('a nearly full disk and a missing folder throw SpoolError', async () => {
  const path = await temporaryFolder()
  let free = 1024 ** 3
  const spool = await openSpool({ folder: path, freeBytes: async () => free })
  const rows = ['x'.repeat(5 * 1024 * 1024)]
  await spool.append('prospects', rows)
  free = 65 * 1024 * 1024
  const full = { name: 'SpoolError', message: 'The server has no room for this file at present' }
  const append = () => spool.append('prospects', rows)
  await expect(append().then(append)).rejects.toMatchObject(full)
  await spool.close()
  await expect(openSpool({ folder: join(path, 'nowhere') })).rejects.toMatchObject(full)
})
