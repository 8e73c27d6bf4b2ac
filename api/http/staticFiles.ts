import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { signedOutMark } from '@salonback/shared/host/addresses.ts'
import { pagePlaceholders } from '@salonback/shared/http/wire.ts'
import { parseAccept } from 'hono/utils/accept'
import type { Env } from '../env.ts'

const types: Record<string, string> = {
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  json: 'application/json',
  webmanifest: 'application/manifest+json',
  xml: 'application/xml; charset=utf-8',
  txt: 'text/plain; charset=utf-8',
  svg: 'image/svg+xml',
  png: 'image/png',
  ico: 'image/x-icon',
  woff2: 'font/woff2',
}
const textual = new Set(['html', 'js', 'css', 'json', 'webmanifest', 'xml', 'txt', 'svg'])

/** A file as it is answered in one encoding: made once, so that an answer copies and computes nothing. */
export interface Encoded {
  body: Uint8Array<ArrayBuffer>
  etag: string
  headers: Record<string, string>
  /** Those of 304, which has no body to be encoded. */
  unchanged: Record<string, string>
}

/** In each encoding there is; small files and pictures have the plain one alone. */
export interface StaticFile {
  plain: Encoded
  br?: Encoded
  gzip?: Encoded
}

/** The files of a folder by their address below it; none when there is no such folder. */
export async function loadFolder(folder: string, env: Env): Promise<Map<string, StaticFile>> {
  const files = new Map<string, StaticFile>()
  if (!existsSync(folder)) return files
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  await Promise.all(
    entries
      .filter((entry) => entry.isFile() && !/\.(br|gz)$/.test(entry.name))
      .map(async (entry) => {
        const path = join(entry.parentPath, entry.name)
        files.set(`/${relative(folder, path).split(sep).join('/')}`, await loadFile(path, env))
      }),
  )
  return files
}

async function loadFile(path: string, env: Env): Promise<StaticFile> {
  const extension = path.split('.').at(-1) ?? ''
  const raw = await readFile(path)
  const fill =
    extension === 'html' || extension === 'xml' || extension === 'txt' || extension === 'webmanifest'
  const plain = fill ? Buffer.from(fillIn(raw.toString('utf8'), env)) : raw
  const traits = {
    type: types[extension] ?? 'application/octet-stream',
    forever: path.includes(`${sep}assets${sep}`),
  }
  if (!textual.has(extension) || plain.length < 256) return staticFile(traits, plain)
  const made = async (suffix: string) =>
    fill ? undefined : await readFile(path + suffix).catch(() => undefined)
  const [br, gz] = await Promise.all([made('.br'), made('.gz')])
  return staticFile(traits, plain, await Promise.all([br ?? brotli(plain), gz ?? gzipped(plain)]))
}

/** The console's page without a session: it skips its first session call, whose 401 the browser would log as an error. */
export async function marked(page: StaticFile): Promise<StaticFile> {
  const html = Buffer.from(page.plain.body)
    .toString('utf8')
    .replace('<head>', `<head><meta name="${signedOutMark}">`)
  const plain = Buffer.from(html)
  const traits = { type: types.html as string, forever: false }
  return page.br
    ? staticFile(traits, plain, await Promise.all([brotli(plain), gzipped(plain)]))
    : staticFile(traits, plain)
}

interface Traits {
  type: string
  forever: boolean
}

function staticFile(traits: Traits, plain: Buffer, compressed?: [br: Buffer, gz: Buffer]): StaticFile {
  const tag = createHash('sha256').update(plain).digest('base64url').slice(0, 22)
  const file = { plain: encodedAs(traits, plain, tag, null) }
  if (!compressed) return file
  const [br, gz] = compressed
  return { ...file, br: encodedAs(traits, br, tag, 'br'), gzip: encodedAs(traits, gz, tag, 'gzip') }
}

function encodedAs({ type, forever }: Traits, body: Buffer, tag: string, encoding: Encoding | null): Encoded {
  // An ETag of its own for each encoding: a cache must not combine ranges of two encodings.
  const etag = encoding ? `"${tag}-${encoding}"` : `"${tag}"`
  const unchanged = {
    'content-type': type,
    'cache-control': forever ? 'public, max-age=31536000, immutable' : 'no-cache',
    etag,
    vary: 'Accept-Encoding',
  }
  const headers = encoding ? { ...unchanged, 'content-encoding': encoding } : unchanged
  return { body: new Uint8Array(body), etag, headers, unchanged }
}

const brotli = (plain: Buffer) =>
  promisify(brotliCompress)(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } })
const gzipped = (plain: Buffer) => promisify(gzip)(plain, { level: 9 })

function fillIn(text: string, env: Env): string {
  const meta = env.ANALYTICS_ID ? `<meta name="analytics-id" content="${env.ANALYTICS_ID}">` : ''
  return text.replaceAll(pagePlaceholders.origin, env.PUBLIC_URL).replaceAll(pagePlaceholders.analytics, meta)
}

type Encoding = 'br' | 'gzip'

/** The smallest first. */
const encodings: readonly Encoding[] = ['br', 'gzip']

/** The best encoding a browser takes: by its own weights, a refusal (`br;q=0`) among them. Null for none. */
function encodingFor(header: string | undefined): Encoding | null {
  const weights = new Map(parseAccept(header ?? '').map(({ type, q }) => [type.toLowerCase(), q]))
  const weight = (encoding: string) => weights.get(encoding) ?? weights.get('*') ?? 0
  const best = encodings.toSorted((one, other) => weight(other) - weight(one))[0]
  return best && weight(best) > 0 ? best : null
}

/** Browsers send but a few; whoever sends thousands empties the table and gains nothing. */
const MAX_ACCEPTS = 100
const accepts = new Map<string | undefined, Encoding | null>()

/** The file in the encoding that an Accept-Encoding header asks for. */
export function encodedFor(file: StaticFile, header: string | undefined): Encoded {
  if (!file.br) return file.plain
  let encoding = accepts.get(header)
  if (encoding === undefined) {
    encoding = encodingFor(header)
    if (accepts.size >= MAX_ACCEPTS) accepts.clear()
    accepts.set(header, encoding)
  }
  return (encoding && file[encoding]) || file.plain
}

/** Whether the client has this very file already, by its If-None-Match. */
export const isUnchanged = ({ etag }: Encoded, header: string | undefined): boolean =>
  header?.includes(etag) ?? false
