import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { serveStatic } from '@hono/node-server/serve-static'
import type { OpenAPIHono } from '@hono/zod-openapi'
import { screenOf, signedOutMark } from '@salonback/shared/host/addresses.ts'
import { pagePlaceholders } from '@salonback/shared/platform/http/wire.ts'
import type { Context, MiddlewareHandler } from 'hono'
import { compress } from 'hono/compress'
import { etag } from 'hono/etag'
import { getMimeType } from 'hono/utils/mime'
import type { Env } from '../../env.ts'

/** A text file with its placeholders filled in. */
interface Page {
  type: string
  text: string
}

/** Pages that always answer 404. */
const notFoundPages = new Set(['/404', '/waitlist-landing'])

/**
 * Serves the built site and console from `webDir`. Pages are kept in memory because they contain PUBLIC_URL; assets are
 * read from the disk, in the .br or .gz form that the build made.
 */
export async function siteRoutes(
  app: OpenAPIHono,
  webDir: string,
  env: Env,
  signedIn: (c: Context) => Promise<boolean>,
): Promise<void> {
  const siteDir = join(webDir, 'site')
  const pages = await loadPages(siteDir, env)
  app.get('/assets/*', hashedAssets(siteDir))
  app.get('/admin/assets/*', hashedAssets(webDir), (c) => c.notFound())
  await consoleRoutes(app, webDir, signedIn)
  app.get('*', compress(), etag(), noCache, servePage(pages), serveStatic({ root: siteDir }), (c) => {
    const page = pages.get('/404')
    return page ? sendPage(c, page, 404) : c.notFound()
  })
}

async function consoleRoutes(app: OpenAPIHono, webDir: string, signedIn: (c: Context) => Promise<boolean>) {
  const html = await readFile(join(webDir, 'admin/index.html'), 'utf8').catch(() => '')
  const shell = makePage('index.html', html)
  // With this mark the console skips its first session request: browsers log its 401 as an error.
  const signedOutShell = makePage(
    'index.html',
    html.replace('<head>', `<head><meta name="${signedOutMark}">`),
  )
  for (const path of ['/admin', '/admin/*', '/admin-dashboard', '/admin-dashboard/']) {
    app.get(path, compress(), etag(), noCache, async (c) => {
      if (!html) return c.notFound()
      // Without a database the session is unknown; the console then requests it.
      const hasSession = await signedIn(c).catch(() => true)
      // The console renders its own page for unknown paths.
      const status = screenOf(c.req.path).name === 'missing' ? 404 : 200
      return sendPage(c, hasSession ? shell : signedOutShell, status)
    })
  }
}

/** Files with a hash of their content in the name. */
function hashedAssets(root: string): MiddlewareHandler {
  const serve = serveStatic({ root, precompressed: true })
  return async (c, next) => {
    c.header('Cache-Control', 'public, max-age=31536000, immutable')
    const response = await serve(c, async () => {})
    if (response) return response
    c.header('Cache-Control', 'no-cache')
    return next()
  }
}

const noCache: MiddlewareHandler = (c, next) => {
  c.header('Cache-Control', 'no-cache')
  return next()
}

function servePage(pages: Map<string, Page>): MiddlewareHandler {
  return async (c, next) => {
    if (c.req.path.startsWith('/api/')) return c.notFound()
    const address = pageAddress(c.req.path)
    const page = pages.get(address)
    if (!page) return next()
    if (notFoundPages.has(address)) return sendPage(c, page, 404)
    if (c.req.path.endsWith('.html')) return c.redirect(address + new URL(c.req.url).search, 301)
    return sendPage(c, page, 200)
  }
}

/** `/contact.html` and `/contact/` are `/contact`; `/index.html` is `/`. */
const pageAddress = (path: string) => path.replace(/(\/index)?\.html$|\/$/, '') || '/'

const sendPage = (c: Context, { type, text }: Page, status: 200 | 404): Response =>
  c.body(text, status, { 'Content-Type': type })

/** The folder's text files by address. Empty when there is no such folder. */
async function loadPages(folder: string, env: Env): Promise<Map<string, Page>> {
  const names = (await readdir(folder).catch(() => [])).filter((name) =>
    /\.(html|xml|txt|webmanifest)$/.test(name),
  )
  const loaded = names.map(async (name) => {
    const text = fillIn(await readFile(join(folder, name), 'utf8'), env)
    return [pageAddress(`/${name}`), makePage(name, text)] as const
  })
  return new Map(await Promise.all(loaded))
}

const makePage = (name: string, text: string): Page => ({
  type: getMimeType(name) ?? 'text/plain; charset=UTF-8',
  text,
})

function fillIn(text: string, env: Env): string {
  const meta = env.ANALYTICS_ID ? `<meta name="analytics-id" content="${env.ANALYTICS_ID}">` : ''
  return text.replaceAll(pagePlaceholders.origin, env.PUBLIC_URL).replaceAll(pagePlaceholders.analytics, meta)
}
