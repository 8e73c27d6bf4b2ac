import { expect, test } from 'vitest'
import { readExport } from './parse.ts'

async function* inPieces(text: string, size: number) {
  const bytes = new TextEncoder().encode(text)
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

async function readAll(text: string, size = 65_536) {
  const records: unknown[] = []
  const metadata = await readExport(inPieces(text, size), async (some) => {
    records.push(...some.map((record) => ('value' in record ? record.value : record)))
  })
  return { metadata, records }
}

const metadata = { export_id: 'e-1', source_app: 'scraper', total_records: 3 }
const records = [{ name: 'Élan 💇', tags: ['a', { b: null }] }, 7, null, [], 'row', {}]

test.each([1, 2, 3, 7, 64, 65_536])('a file cut into pieces of %d bytes reads the same', async (size) => {
  const text = `\uFEFF ${JSON.stringify({ export_metadata: metadata, prospects: records }, null, 2)} \n`
  expect(await readAll(text, size)).toEqual({ metadata: { exportId: 'e-1', sourceApp: 'scraper' }, records })
})

test('texts that look like structure, escapes and numbers of all kinds are read as JSON reads them', async () => {
  const records = [{ name: 'a"]},{\\' }, '[', ']"', -1.5e-3, 0, true, false, null, { 'k"}': [[], {}] }]
  for (const size of [1, 3, 65_536]) {
    const { records: read } = await readAll(JSON.stringify({ export_metadata: {}, prospects: records }), size)
    expect(read).toEqual(records)
  }
})

test('the metadata may come after the prospects, in camelCase, between other things', async () => {
  const file = {
    prospects: records,
    more: { prospects: [{ name: 'not one of them' }], export_metadata: { export_id: 'wrong' } },
    exportMetadata: { exportId: 12, sourceApp: null },
  }
  expect(await readAll(JSON.stringify(file))).toEqual({
    metadata: { exportId: '12', sourceApp: '' },
    records,
  })
})

test('an export may be empty', async () => {
  const file = { export_metadata: {}, prospects: [] }
  expect(await readAll(JSON.stringify(file))).toEqual({
    metadata: { exportId: '', sourceApp: '' },
    records: [],
  })
})

const invalid = 'The file is not valid JSON'
const noMetadata = 'The file has no export_metadata'

// Each broken file there is stands in brokenFiles.ts; these must read the same whatever pieces they come in.
test.each([
  ['', 'The file is empty'],
  ['name,phone\nNoir,07700900123', invalid],
  [
    '{"export_metadata": {}, "prospects": [{"name": "A"}]',
    `${invalid}: it ends in the middle and may have been cut off`,
  ],
  ['{"export_metadata": {}, "prospects": [{"name": "A"},]}', `${invalid}: something is wrong after record 1`],
  ['{"export_metadata": {}, "prospects": [{"name": tru}]}', `${invalid}: record 1 cannot be read`],
  ['{"export_metadata": {}, "prospects": []} x', invalid],
  ['[{"name": "A"}]', noMetadata],
  ['"text"', noMetadata],
  ['7', noMetadata],
  ['{"export_metadata": {}, "prospects": null}', 'The file has no prospects array'],
  ['{"export_metadata": {"prospects": []}, "a": "prospects", "b": []}', 'The file has no prospects array'],
  ['P\0K', 'The file is UTF-16 text; save it as UTF-8 and try again'],
])('%o: %s', async (text, message) => {
  await expect(readAll(text)).rejects.toMatchObject({ code: 'malformed', message })
  await expect(readAll(text, 1)).rejects.toMatchObject({ code: 'malformed', message })
})

test('no further piece is asked for while records are being stored', async () => {
  const text = JSON.stringify({
    export_metadata: {},
    prospects: Array.from({ length: 20_000 }, (_, i) => ({ i })),
  })
  let asked = 0
  async function* counted() {
    for await (const piece of inPieces(text, 512)) {
      asked++
      yield piece
    }
  }
  let storing = 0
  await readExport(counted(), async (some) => {
    const before = asked
    storing++
    expect(some.length).toBeLessThan(1100)
    await new Promise((resolve) => setImmediate(resolve))
    expect(asked).toBe(before)
  })
  expect(storing).toBeGreaterThan(10)
})
