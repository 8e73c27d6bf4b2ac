import { expect, test } from 'vitest'
import { readExport } from './parse.ts'

async function* inChunks(text: string, size: number) {
  const bytes = new TextEncoder().encode(text)
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

async function readAll(text: string, size = 65_536) {
  const records: unknown[] = []
  const metadata = await readExport(inChunks(text, size), async (batch) => {
    records.push(...batch.map((record) => ('value' in record ? record.value : record)))
  })
  return { metadata, records }
}

const metadata = { export_id: 'e-1', source_app: 'scraper', total_records: 3 }
const records = [{ name: 'Élan 💇', tags: ['a', { b: null }] }, 7, null, [], 'row', {}]

test.each([1, 2, 3, 7, 64, 65_536])('chunks of %d bytes give the same records', async (size) => {
  const text = `\uFEFF ${JSON.stringify({ export_metadata: metadata, prospects: records }, null, 2)} \n`
  expect(await readAll(text, size)).toEqual({ metadata: { exportId: 'e-1', sourceApp: 'scraper' }, records })
})

test('strings with brackets and quotes, escapes and numbers are read as JSON.parse reads them', async () => {
  const records = [{ name: 'a"]},{\\' }, '[', ']"', -1.5e-3, 0, true, false, null, { 'k"}': [[], {}] }]
  for (const size of [1, 3, 65_536]) {
    const { records: read } = await readAll(JSON.stringify({ export_metadata: {}, prospects: records }), size)
    expect(read).toEqual(records)
  }
})

test('the metadata may follow the prospects, in camelCase, among other fields', async () => {
  const file = {
    prospects: records,
    more: { prospects: [{ name: 'not one of them' }], export_metadata: { export_id: 'wrong' } },
    exportMetadata: { exportId: 12, sourceApp: null },
  }
  const metadata = { exportId: '12', sourceApp: '' }
  expect(await readAll(JSON.stringify(file))).toEqual({ metadata, records })
})

test('an export without records is valid', async () => {
  const file = { export_metadata: {}, prospects: [] }
  const metadata = { exportId: '', sourceApp: '' }
  expect(await readAll(JSON.stringify(file))).toEqual({ metadata, records: [] })
})

const invalid = 'The file is not valid JSON'
const noMetadata = 'The file has no export_metadata'

// malformedFiles.test.ts covers every defect; these give the same error in chunks of one byte.
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
])('%o fails with: %s', async (text, message) => {
  await expect(readAll(text)).rejects.toMatchObject({ code: 'malformed', message })
  await expect(readAll(text, 1)).rejects.toMatchObject({ code: 'malformed', message })
})

test('no chunk is read while a batch of records is stored', async () => {
  const text = JSON.stringify({
    export_metadata: {},
    prospects: Array.from({ length: 20_000 }, (_, i) => ({ i })),
  })
  let chunksRead = 0
  async function* countedChunks() {
    for await (const chunk of inChunks(text, 512)) {
      chunksRead++
      yield chunk
    }
  }
  let batches = 0
  await readExport(countedChunks(), async (batch) => {
    const before = chunksRead
    batches++
    expect(batch.length).toBeLessThan(1100)
    await new Promise((resolve) => setImmediate(resolve))
    expect(chunksRead).toBe(before)
  })
  expect(batches).toBeGreaterThan(10)
})
