import { readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { app, protocol } from 'electron'
import { isCall, refusal } from './answer.ts'
import { fileIn, isCallPath, isOurs, scheme } from './origin.ts'

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
  toServer(request: Request): Promise<Response>
  /** The page with the login screen in it, when that is the first screen. */
  login(): Promise<string | null>
}

/** Serves the screens from the app's own files and hands calls below `/api/` to the server; nothing else loads from there. */
export function setupPages({ toServer, login }: Pages) {
  const folder = join(app.getAppPath(), 'renderer')
  protocol.handle(scheme, (request) => {
    const url = new URL(request.url)
    if (!isOurs(request.url)) return new Response(null, { status: 404 })
    if (url.pathname === '/') return servePage(folder, login)
    if (!isCallPath(url.pathname)) return serveFile(folder, url.pathname)
    return isCall(request.headers) ? toServer(request) : refusal()
  })
}

async function servePage(folder: string, login: Pages['login']): Promise<Response> {
  const page = await login().catch(() => null)
  if (page === null) return serveFile(folder, '/index.html')
  return new Response(page, { headers: { 'content-type': 'text/html; charset=utf-8', ...pageHeaders } })
}

async function serveFile(folder: string, pathname: string): Promise<Response> {
  const name = fileIn(folder, pathname)
  const type = name && types[extname(name)]
  if (!name || !type) return new Response(null, { status: 404 })
  try {
    const content = await readFile(name)
    return new Response(content, { headers: { 'content-type': type, ...pageHeaders } })
  } catch {
    return new Response(null, { status: 404 })
  }
}
