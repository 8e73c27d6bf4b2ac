import { limits } from '../sales/imports/split.ts'

/** A malformed import file and the message it gets. */
export interface BrokenFile {
  name: string
  /** A new stream at each call; large files are generated as they are read. */
  bytes(): AsyncIterable<Uint8Array>
  /** 200: some records are rejected, the others are imported. */
  status: 200 | 400
  /** The error message; with 200 the reason for each rejected record, in file order. */
  errors: string | string[]
  /** Megabytes; sent by a separate process with a small heap. */
  large?: boolean
}

const encode = (text: string) => new TextEncoder().encode(text)
const latin1 = (text: string) => Buffer.from(text, 'latin1')
const MB = 1024 * 1024

async function* single(bytes: Uint8Array) {
  yield bytes
}

/** At least this many bytes of a repeated text between `start` and `end`. */
async function* repeated(start: string, filler: string, bytes: number, end = '') {
  yield encode(start)
  const piece = encode(filler.repeat(Math.ceil(65_536 / filler.length)))
  for (let sent = 0; sent < bytes; sent += piece.length) yield piece
  yield encode(end)
}

/** A file with these records and a valid one. */
const fileWith = (records: string) =>
  `{"export_metadata":{"export_id":"broken"},"prospects":[${records},{"name":"Good","country":"GB","phone":"07700 900123"}]}`

/** A valid record with one field replaced, as JSON text. */
const withField = (field: string, json: string) => {
  const usual: Record<string, string> = { name: '"Salon"', country: '"GB"', phone: '"07700 900124"' }
  const fields = { ...usual, [field]: json }
  return `{${Object.entries(fields).map(([name, value]) => `"${name}":${value}`)}}`
}

const file = (name: string, text: string | Uint8Array, errors: string): BrokenFile => ({
  name,
  bytes: () => single(typeof text === 'string' ? encode(text) : text),
  status: 400,
  errors,
})

const record = (name: string, text: string | Uint8Array, ...reasons: string[]): BrokenFile => ({
  name,
  bytes: () => single(typeof text === 'string' ? encode(fileWith(text)) : text),
  status: 200,
  errors: reasons,
})

const large = (name: string, bytes: BrokenFile['bytes'], errors: string | string[]): BrokenFile => ({
  name,
  bytes,
  status: typeof errors === 'string' ? 400 : 200,
  errors,
  large: true,
})

const notJson = 'The file is not valid JSON'
const cutOff = `${notJson}: it ends in the middle and may have been cut off`
const utf16 = 'The file is UTF-16 text; save it as UTF-8 and try again'
const compressed = 'The file is compressed; unpack it and try again'
const noMetadata = 'The file has no export_metadata'
const noProspects = 'The file has no prospects array'
const start = '{"export_metadata":{"export_id":"broken"},"prospects":['
const deep = 'The record is nested more than 32 levels deep'
const noRecord = 'This is not a record'
const afterFirst = `${notJson}: something is wrong after record 1`
const unread = `${notJson}: record 1 cannot be read`
const endless = 'Record 1 is nested more than 32 levels deep and does not end; a bracket may be missing in it'
const huge = 'Record 1 is larger than 16 MB; a quotation mark or a bracket may be missing in it'
const hugeMetadata = 'export_metadata is larger than 1 MB'
const twice = '{"export_metadata":{},"exportMetadata":{},"prospects":[]}'
const prospectsTwice = '{"export_metadata":{},"prospects":[],"prospects":[]}'
const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels)

const structure: BrokenFile[] = [
  file('an empty file', '', 'The file is empty'),
  file('only spaces', ' \r\n\t', 'The file is empty'),
  file('only a byte order mark', '\uFEFF', 'The file is empty'),
  file('CSV', 'name,phone\nNoir,07700900123', notJson),
  file('a web page', '<!doctype html><title>Log in</title>', notJson),
  file('a list', '[{"name":"A"}]', noMetadata),
  file('a number', '7', noMetadata),
  file('no metadata', '{"prospects":[]}', noMetadata),
  file('metadata of null', '{"export_metadata":null,"prospects":[]}', noMetadata),
  file('metadata twice', twice, 'The file has export_metadata twice'),
  file(
    'metadata deeply nested',
    `{"export_metadata":{"a":${nested(40)}},"prospects":[]}`,
    'export_metadata is nested more than 32 levels deep',
  ),
  file('prospects twice', prospectsTwice, 'The file has prospects twice'),
  file('no prospects', '{"export_metadata":{}}', noProspects),
  file('prospects as an object', '{"export_metadata":{},"prospects":{}}', noProspects),
  file(
    'an unterminated field name',
    `{"${'a'.repeat(2000)}":1}`,
    `${notJson}: a field name is longer than 1,000 characters, or a quotation mark is missing`,
  ),
  file(
    'an invalid value in another field',
    '{"export_metadata":{},"more":{x},"prospects":[]}',
    `${notJson}: the value of more cannot be read`,
  ),
]

const cut: BrokenFile[] = [
  file('cut off in a record', `${start}{"name":"A"},{"na`, cutOff),
  file('cut off in a string', `${start}{"name":"A`, cutOff),
  file('cut off between records', `${start}{"name":"A"},`, cutOff),
  file('cut off after the records', `${start}{"name":"A"}]`, cutOff),
  file('cut off before a value', '{"export_metadata":', cutOff),
  file('a trailing comma', `${start}{"name":"A"},]}`, afterFirst),
  file('a missing comma', `${start}{"name":"A"} {"name":"B"}]}`, afterFirst),
  file('text after the end', `${start}]} {}`, notJson),
  file('single quotes', "{'export_metadata':{}}", notJson),
  file('a bare NaN', `${start}{"rating":NaN}]}`, unread),
  file('mismatched brackets', `${start}{"a":[1}]]}`, unread),
  file('a line break in a string', `${start}{"name":"A\nB"}]}`, unread),
  file('a NUL in a string', `${start}{"name":"A\0B"}]}`, unread),
  file('a comment', `${start}{"name":"A"}, // more\n{"name":"B"}]}`, afterFirst),
]

const encodings: BrokenFile[] = [
  file('UTF-16 little-endian', Buffer.from(`\uFEFF${start}]}`, 'utf16le'), utf16),
  file('UTF-16 without a byte order mark', Buffer.from(`${start}]}`, 'utf16le'), utf16),
  file('UTF-16 big-endian', Buffer.from(`\uFEFF${start}]}`, 'utf16le').swap16(), utf16),
  file('gzip', latin1('\x1f\x8b\x08\x00\x00\x00\x00\x00'), compressed),
  file('a zip archive or a spreadsheet', latin1('PK\x03\x04\x14\x00\x08\x08'), compressed),
  record(
    'Latin-1',
    latin1(fileWith('{"name":"Caf\xe9","country":"GB","phone":"07700 900124"}')),
    'The record is not UTF-8 text',
  ),
  record('a byte order mark', encode(`\uFEFF${fileWith('{"name":"A"}')}`), 'The phone number is missing'),
]

const prototypes = '{"__proto__":{"name":"A","phone":"07700 900124"},"constructor":1}'
const nameTwice = '{"name":"A","name":null,"phone":"07700 900124"}'

/** What the parser rejects; record.test.ts has the fields of a record. */
const records: BrokenFile[] = [
  record('values that are not records', 'null,7,"row",[],true,1e400', ...Array<string>(6).fill(noRecord)),
  record('deeply nested', withField('more', nested(40)), deep),
  record(
    'more than 1,000 fields',
    `{${Array.from({ length: 1001 }, (_, n) => `"f${n}":0`)}}`,
    'The record has more than 1,000 fields',
  ),
  record('a record of 2 MB', withField('more', `"${'a'.repeat(2 * MB)}"`), 'The record is larger than 1 MB'),
  record('fields named __proto__ and constructor', prototypes, 'The name is missing'),
  record('duplicate keys: the last one counts', nameTwice, 'The name is missing'),
]

/** Valid records with unusual fields. */
const unusual: BrokenFile[] = [
  record('a rating of 1e400', withField('rating', '1e400')),
  record('a lone surrogate', withField('name', '"Sal\\ud800on"')),
  record('a field named __proto__', withField('__proto__', '{"name":"B"}')),
  record(
    '1,000 fields',
    `{"name":"A","phone":"+447700900124",${Array.from({ length: 998 }, (_, n) => `"f${n}":0`)}}`,
  ),
]

const largeFiles: BrokenFile[] = [
  large('200 MB of open brackets', () => repeated('', '[', 200 * MB), noMetadata),
  large('200 MB of open brackets in a record', () => repeated(start, '[', 200 * MB), endless),
  large('200 MB of open objects in a record', () => repeated(start, '{"a":', 200 * MB), endless),
  large('64 MB of open brackets in another field', () => repeated('{"a":', '[', 64 * MB), cutOff),
  large(
    '200 MB of open brackets as metadata',
    () => repeated('{"export_metadata":', '[', 200 * MB),
    hugeMetadata,
  ),
  large(
    'metadata of 50 MB',
    () => repeated('{"export_metadata":{"a":"', 'x', 50 * MB, '"},"prospects":[]}'),
    hugeMetadata,
  ),
  large('an unterminated string of 200 MB', () => repeated(`${start}{"name":"`, 'a', 200 * MB), huge),
  large('a number of 200 MB in a record', () => repeated(`${start}{"rating":`, '1', 200 * MB), huge),
  large('a bare number of 200 MB', () => repeated('', '1', 200 * MB), notJson),
  large('a million fields in a record', () => repeated(`${start}{"b":0`, ',"a":0', 6 * MB, '}]}'), [
    'The record is larger than 1 MB',
  ]),
  large(
    'a million fields outside the records',
    () => repeated('{"b":0', ',"a":0', 6 * MB, ',"export_metadata":{},"prospects":[]}'),
    [],
  ),
  large('a record of 50 MB', () => repeated(`${start}{"name":"`, 'a', 50 * MB, '"}]}'), huge),
  large('twenty records of 2 MB', () => twentyLargeRecords(), [
    noRecord,
    ...Array<string>(20).fill('The record is larger than 1 MB'),
  ]),
  large('64 MB of spaces', () => repeated('', ' ', 64 * MB), 'The file is empty'),
  large(
    'too many records',
    () => repeated(`${start}0`, ',0', 12 * MB, ']}'),
    `The file has more than ${limits.records.toLocaleString('en')} records; import it in several files`,
  ),
]

async function* twentyLargeRecords() {
  yield encode(`${start}0`)
  for (let n = 0; n < 20; n++) yield* repeated(',{"name":"', 'a', 2 * MB, '"}')
  yield encode(']}')
}

/** Import files with known defects; malformedFiles.test.ts imports them all. */
export const brokenFiles: readonly BrokenFile[] = [
  ...structure,
  ...cut,
  ...encodings,
  ...records,
  ...unusual,
  ...largeFiles,
]
