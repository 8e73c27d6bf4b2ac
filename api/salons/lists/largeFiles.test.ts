import { expect, test } from 'vitest'
import { readCells } from './cells.ts'

test('a file may have 200,000 rows and no more', async () => {
  const file = (rows: number) => readCells(Buffer.from('Phone,Name\n'.repeat(rows)), 'a.csv')
  expect((await file(200_000)).rows).toHaveLength(200_000)
  await expect(file(200_001)).rejects.toMatchObject({ code: 'too_many_rows', row: 200_001 })
})

test('a file with more than 8 million cells is refused', async () => {
  const file = Buffer.from(`${',1'.repeat(150)}\n`.repeat(60_000))
  await expect(readCells(file, 'a.csv')).rejects.toMatchObject({ code: 'too_large' })
})
