import { readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { app, type ProtocolRequest, type ProtocolResponse, protocol } from 'electron'
import { isCall, refusal } from './answer.ts'
import { fileIn, isCallPath, isOurs, scheme } from './origin.ts'
import { failure, fetched, streamed } from './streamed.ts'

const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  // Components place themselves with style attributes; a style cannot run anything.
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-src 'none'",
  "worker-src 'none'",
  "object-src 'none'",
  "frame-ancestors 'none'",
  // Nothing of ours makes elements or code of text; with this nothing that slipped in can either.
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ')

const pageHeaders = {
  'content-security-policy': contentSecurityPolicy,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
}

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.woff2': 'font/woff2',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
}

/** Must run before the app is ready. `standard` and `secure` make it a real origin with storage and modules. */
export function setupScheme() {
  protocol.registerSchemesAsPrivileged([
    {
      scheme,
      privileges: { standard: true, secure: true, supportFetchAPI: true, stream: true, codeCache: true },
    },
  ])
}

interface Pages {
  /** The page with the login screen in it; null when another screen comes first. */
  login(): Promise<string | null>
  /** What the page's scripts call is ready. */
  callable(): Promise<unknown>
  /** Hands a call to the server. */
  forward(request: Request): Promise<Response>
}

/**
 * Serves the screens from the app's own files and hands calls below `/api/` to the server; nothing else loads from there.
 * By the older of Electron's two ways: `protocol.handle` loads Node's fetch before the first page, which takes a fifth
 * of the whole start.
 */
export function setupPages({ login, callable, forward }: Pages) {
  const folder = join(app.getAppPath(), 'renderer')
  const answer = async (asked: ProtocolRequest): Promise<ProtocolResponse> => {
    const { pathname } = new URL(asked.url)
    if (!isOurs(asked.url)) return missing()
    if (isCallPath(pathname))
      return fetched(asked, (request) => (isCall(request.headers) ? forward(request) : refusal()))
    if (pathname === '/') {
      // Should it fail, the plain page shows the same screen with its script.
      const drawn = await login().catch(() => null)
      if (drawn !== null) return streamed(drawn, headersOf('.html'))
      void callable()
      return serveFile(folder, '/index.html')
    }
    if (isBundled(pathname)) await callable()
    return serveFile(folder, pathname)
  }
  protocol.registerStreamProtocol(
    scheme,
    (asked, reply) => void answer(asked).then(reply, () => reply(failure)),
  )
}

/** The console's scripts, each of which may call as soon as it runs; what stands before them does not. */
const isBundled = (pathname: string) => /^\/assets\/.*\.js$/.test(pathname)

async function serveFile(folder: string, pathname: string): Promise<ProtocolResponse> {
  const name = fileIn(folder, pathname)
  const headers = name && headersOf(extname(name))
  const content = headers && (await readFile(name).catch(() => null))
  return headers && content ? streamed(content, headers) : missing()
}

function headersOf(extension: string) {
  const type = types[extension]
  return type ? { 'content-type': type, ...pageHeaders } : undefined
}

const missing = () => streamed(null, {}, 404)
