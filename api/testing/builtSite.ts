import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { OpenAPIHono } from '@hono/zod-openapi'
import { requestId } from 'hono/request-id'
import { onTestFinished } from 'vitest'
import { readEnv } from '../env.ts'
import { createLog } from '../log.ts'
import { answerError } from '../platform/http/errors.ts'
import { securityHeaders } from '../platform/http/headers.ts'
import { hostAllowlist } from '../platform/http/origin.ts'
import { createRejections } from '../platform/http/rejections.ts'
import { siteRoutes } from '../platform/http/site.ts'

const long = 'Long enough to be compressed. '.repeat(20)

const files = {
  'site/index.html': `<title>Home</title><link rel="canonical" href="__PUBLIC_ORIGIN__/"><!--analytics-->${long}`,
  'site/contact.html': '<title>Contact</title>',
  'site/404.html': '<h1>404 Page Not Found</h1>',
  'site/waitlist-landing.html': '<h1>404 Page Not Found</h1><a href="/uksalon">Questionnaire</a>',
  'site/favicon.ico': 'icon',
  'site/sitemap.xml': '<loc>__PUBLIC_ORIGIN__/contact</loc>',
  'site/assets/app-1a2b.js': `console.log(1)//${long}`,
  'admin/index.html': '<head><title>Admin</title></head>',
  'admin/assets/main-3c4d.js': 'admin()',
}

/** Serves a small built site with these settings. */
export async function builtSite(settings: Record<string, string> = {}, signedIn = async () => true) {
  const folder = await mkdtemp(join(tmpdir(), 'salonback-site-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  for (const [name, text] of Object.entries(files)) {
    await mkdir(join(folder, name, '..'), { recursive: true })
    await writeFile(join(folder, name), text)
    // The build compresses hashed assets.
    if (!name.includes('/assets/')) continue
    await writeFile(join(folder, `${name}.br`), brotliCompressSync(text))
    await writeFile(join(folder, `${name}.gz`), gzipSync(text))
  }
  const env = readEnv({ PUBLIC_URL: 'https://salons.example', ...settings })
  const app = new OpenAPIHono()
  app.use(requestId())
  app.use(securityHeaders(env))
  const log = createLog('silent')
  app.use(hostAllowlist({ env, rejections: createRejections({ env, clock: () => new Date(), log }) }))
  app.onError((error, c) => answerError(error, c, log))
  await siteRoutes(app, folder, env, signedIn)
  return { app }
}
