import { join } from 'node:path'
import type { OpenAPIHono } from '@hono/zod-openapi'
import { screenOf } from '@salonback/shared/host/addresses.ts'
import type { Context } from 'hono'
import type { Env } from '../env.ts'
import { isStaffPath } from './headers.ts'
import { encodedFor, isUnchanged, loadFolder, marked, type StaticFile } from './staticFiles.ts'

/**
 * Serves the built site and console from memory: a few megabytes, compressed once. Returns what stands at addresses whose
 * answer depends on nobody and nothing but the encoding.
 */
export async function siteRoutes(
  app: OpenAPIHono,
  webDir: string,
  env: Env,
  signedIn: (c: Context) => Promise<boolean>,
): Promise<Map<string, StaticFile>> {
  const site = await loadFolder(join(webDir, 'site'), env)
  const admin = await loadFolder(join(webDir, 'admin'), env)
  const console = admin.get('/index.html')
  const signedOut = console && (await marked(console))

  app.get(
    '/admin/assets/*',
    (c) => send(c, admin.get(c.req.path.slice('/admin'.length)), 200) ?? c.notFound(),
  )
  for (const path of ['/admin', '/admin/*', '/admin-dashboard', '/admin-dashboard/']) {
    // The console shows unknown paths itself, so its page is served for any of them.
    app.get(path, async (c) => {
      // Without the database nobody knows whether there is a session; the console asks by itself.
      const known = await signedIn(c).catch(() => true)
      const status = screenOf(c.req.path).name === 'missing' ? 404 : 200
      return send(c, known ? console : signedOut, status) ?? c.notFound()
    })
  }
  app.get('*', (c) => {
    if (c.req.path.startsWith('/api/')) return c.notFound()
    const address = pageAddress(site, c.req.path)
    if (address) return c.redirect(address + new URL(c.req.url).search, 301)
    const { file, status } = pageFor(site, c.req.path)
    return send(c, file, status) ?? c.notFound()
  })
  return fixedPages(site, admin)
}

function fixedPages(site: Map<string, StaticFile>, admin: Map<string, StaticFile>): Map<string, StaticFile> {
  const pages = new Map<string, StaticFile>()
  for (const name of site.keys()) {
    const page = name.replace(/(?:\/index)?\.html$/, '')
    for (const path of [name, page || '/', `${page}/`]) {
      const { file, status } = pageFor(site, path)
      if (file && status === 200 && !pageAddress(site, path) && !isStaffPath(path)) pages.set(path, file)
    }
  }
  for (const [name, file] of admin) if (name.startsWith('/assets/')) pages.set(`/admin${name}`, file)
  return pages
}

/** The one address of a page that was asked for by its file: `/index.html` is `/`, `/contact.html` is `/contact`. */
function pageAddress(files: Map<string, StaticFile>, path: string): string | null {
  const isPage = path.endsWith('.html') && files.has(path) && pageFor(files, path).status === 200
  return isPage ? path.replace(/(?:\/index)?\.html$/, '') || '/' : null
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

function send(c: Context, file: StaticFile | undefined, status: 200 | 404): Response | null {
  if (!file) return null
  const encoded = encodedFor(file, c.req.header('accept-encoding'))
  if (status === 200 && isUnchanged(encoded, c.req.header('if-none-match')))
    return c.body(null, 304, encoded.unchanged)
  return c.body(encoded.body, status, encoded.headers)
}
