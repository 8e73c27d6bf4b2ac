import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { OpenAPIHono } from '@hono/zod-openapi'
import { screenOf, signedOutMark } from '@salonback/shared/host/addresses.ts'
import { tokens } from '@salonback/shared/http/wire.ts'
import type { Context } from 'hono'
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

interface StaticFile {
  type: string
  etag: string
  forever: boolean
  plain: Buffer
  br?: Buffer
  gz?: Buffer
}

/** Serves the built site and console from memory: a few megabytes, compressed once. */
export async function siteRoutes(
  app: OpenAPIHono,
  webDir: string,
  env: Env,
  signedIn: (c: Context) => Promise<boolean>,
): Promise<void> {
  const site = await loadFolder(join(webDir, 'site'), env)
  const admin = await loadFolder(join(webDir, 'admin'), env)
  const console = admin.get('/index.html')
  const signedOut = console && (await marked(console))
  const login = admin.get('/login.html')
  const atLogin = login && (await marked(login))

  app.get(
    '/admin/assets/*',
    (c) => send(c, admin.get(c.req.path.slice('/admin'.length)), 200) ?? c.notFound(),
  )
  for (const path of ['/admin', '/admin/*', '/admin-dashboard', '/admin-dashboard/']) {
    // The console shows unknown paths itself, so its page is served for any of them.
    app.get(path, async (c) => {
      // Without the database nobody knows whether there is a session; the console asks by itself.
      const known = await signedIn(c).catch(() => true)
      const screen = screenOf(c.req.path).name
      const without = screen === 'login' ? (atLogin ?? signedOut) : signedOut
      return send(c, known ? console : without, screen === 'missing' ? 404 : 200) ?? c.notFound()
    })
  }
  app.get('*', (c) => {
    if (c.req.path.startsWith('/api/')) return c.notFound()
    const address = pageAddress(site, c.req.path)
    if (address) return c.redirect(address + new URL(c.req.url).search, 301)
    const { file, status } = pageFor(site, c.req.path)
    return send(c, file, status) ?? c.notFound()
  })
}

/** The one address of a page that was asked for by its file: `/index.html` is `/`, `/contact.html` is `/contact`. */
function pageAddress(files: Map<string, StaticFile>, path: string): string | null {
  const isPage = path.endsWith('.html') && files.has(path) && pageFor(files, path).status === 200
  return isPage ? path.replace(/(?:\/index)?\.html$/, '') || '/' : null
}

/** The console's page without a session: it skips its first session call, whose 401 the browser would log as an error. */
async function marked(page: StaticFile): Promise<StaticFile> {
  const html = page.plain.toString('utf8').replace('<head>', `<head><meta name="${signedOutMark}">`)
  const plain = Buffer.from(html)
  const { br, gz } = page
  return {
    ...page,
    etag: etagOf(plain),
    plain,
    ...(br && { br: await brotli(plain) }),
    ...(gz && { gz: await promisify(gzip)(plain, { level: 9 }) }),
  }
}

/** `/contact` is contact.html or contact/index.html; `/waitlist-landing` is never a page, only its own 404. */
function pageFor(
  files: Map<string, StaticFile>,
  path: string,
): { file: StaticFile | undefined; status: 200 | 404 } {
  const clean = path.length > 1 ? path.replace(/\/$/, '') : path
  const page =
    files.get(clean === '/' ? '/index.html' : clean) ??
    files.get(`${clean}.html`) ??
    files.get(`${clean}/index.html`)
  if (clean === '/404' || clean === '/404.html' || clean.startsWith('/waitlist-landing')) {
    return { file: page ?? files.get('/404.html'), status: 404 }
  }
  return page ? { file: page, status: 200 } : { file: files.get('/404.html'), status: 404 }
}

async function loadFolder(folder: string, env: Env): Promise<Map<string, StaticFile>> {
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
  const file: StaticFile = {
    type: types[extension] ?? 'application/octet-stream',
    etag: etagOf(plain),
    forever: path.includes(`${sep}assets${sep}`),
    plain,
  }
  if (!textual.has(extension) || plain.length < 256) return file
  const made = async (suffix: string) =>
    fill ? undefined : await readFile(path + suffix).catch(() => undefined)
  file.br = (await made('.br')) ?? (await brotli(plain))
  file.gz = (await made('.gz')) ?? (await promisify(gzip)(plain, { level: 9 }))
  return file
}

const etagOf = (plain: Buffer) => `"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`
const brotli = (plain: Buffer) =>
  promisify(brotliCompress)(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } })

function fillIn(text: string, env: Env): string {
  const meta = env.ANALYTICS_ID ? `<meta name="analytics-id" content="${env.ANALYTICS_ID}">` : ''
  return text.replaceAll(tokens.origin, env.PUBLIC_URL).replaceAll(tokens.analytics, meta)
}

/** Encodings made at the build, the smallest first. */
const encodings = ['br', 'gzip'] as const

/** The best encoding a browser takes: by its own weights, a refusal (`br;q=0`) among them. Null for none. */
function encodingFor(header: string | undefined): (typeof encodings)[number] | null {
  const weights = new Map(parseAccept(header ?? '').map(({ type, q }) => [type.toLowerCase(), q]))
  const weight = (encoding: string) => weights.get(encoding) ?? weights.get('*') ?? 0
  const best = encodings.toSorted((one, other) => weight(other) - weight(one))[0]
  return best && weight(best) > 0 ? best : null
}

function send(c: Context, file: StaticFile | undefined, status: 200 | 404): Response | null {
  if (!file) return null
  const wanted = file.br && file.gz ? encodingFor(c.req.header('accept-encoding')) : null
  const body = wanted === 'br' ? file.br : wanted === 'gzip' ? file.gz : file.plain
  // An ETag of its own for each encoding: a cache must not combine ranges of two encodings.
  const etag = wanted ? `${file.etag.slice(0, -1)}-${wanted}"` : file.etag
  const headers: Record<string, string> = {
    'Content-Type': file.type,
    'Cache-Control': file.forever ? 'public, max-age=31536000, immutable' : 'no-cache',
    ETag: etag,
    Vary: 'Accept-Encoding',
  }
  if (status === 200 && c.req.header('if-none-match')?.includes(etag)) return c.body(null, 304, headers)
  if (wanted) headers['Content-Encoding'] = wanted
  return c.body(new Uint8Array(body ?? file.plain), status, headers)
}
