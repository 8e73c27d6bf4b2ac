import { readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { app, protocol } from 'electron'
import { fileIn, isApiPath, isAppUrl, scheme } from './origin.ts'
import { forbidden, isApiCall } from './responses.ts'

const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  // Blueprint positions elements with style attributes, which cannot run code.
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
  // Blocks innerHTML and eval. No screen uses them, so only injected code is affected.
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

/** Must run before the app is ready. `standard` and `secure` give `app://` a real origin with storage and modules. */
export function setupScheme() {
  protocol.registerSchemesAsPrivileged([
    {
      scheme,
      privileges: { standard: true, secure: true, supportFetchAPI: true, stream: true, codeCache: true },
    },
  ])
}

/** Serves the screens from the app's own files and forwards API calls below `/api/` to the server. */
export function setupPages(forward: (request: Request) => Promise<Response>) {
  const folder = join(app.getAppPath(), 'renderer')
  protocol.handle(scheme, (request) => {
    if (!isAppUrl(request.url)) return notFound()
    const { pathname } = new URL(request.url)
    if (isApiPath(pathname)) return isApiCall(request.headers) ? forward(request) : forbidden()
    return serveFile(folder, pathname === '/' ? '/index.html' : pathname)
  })
}

async function serveFile(folder: string, pathname: string): Promise<Response> {
  const name = fileIn(folder, pathname)
  const type = name && types[extname(name)]
  const content = type && (await readFile(name).catch(() => null))
  return content ? new Response(content, { headers: { 'content-type': type, ...pageHeaders } }) : notFound()
}

const notFound = () => new Response(null, { status: 404 })
