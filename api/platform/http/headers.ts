import type { MiddlewareHandler } from 'hono'
import { secureHeaders } from 'hono/secure-headers'
import type { Env } from '../../env.ts'
import { privateHeaders } from './pages.ts'

/** Paths that show personal data: analytics must not load there or get their addresses. */
const STAFF_PATH = /^\/(admin|api|dev)/

/** Pages with a secret token in their address. */
const SECRET_PATH = /^\/(?:o|b|j|join|m)\//

/** Security headers of every response. Scripts load only from our files; analytics only on public pages with ANALYTICS_ID. */
export function securityHeaders(env: Env): MiddlewareHandler {
  const [staffPage, publicPage] = [headersWith(env, false), headersWith(env, env.ANALYTICS_ID !== undefined)]
  const secretPage = secureHeaders(secretPageHeaders(env))
  return async (c, next) => {
    if (SECRET_PATH.test(c.req.path)) {
      await secretPage(c, next)
      // Also a refusal before the page: only styles and fonts may be kept.
      if (!c.res.headers.has('Cache-Control'))
        for (const [name, value] of Object.entries(privateHeaders)) c.header(name, value)
      return
    }
    return (STAFF_PATH.test(c.req.path) ? staffPage : publicPage)(c, next)
  }
}

type Options = NonNullable<Parameters<typeof secureHeaders>[0]>

const commonHeaders = (env: Env): Options => ({
  xFrameOptions: 'DENY',
  crossOriginResourcePolicy: 'same-origin',
  permissionsPolicy: { camera: [], microphone: [], geolocation: [] },
  strictTransportSecurity: env.PUBLIC_URL.startsWith('https:')
    ? 'max-age=31536000; includeSubDomains'
    : false,
})

/** No scripts, and no Referer that would carry the token. */
const secretPageHeaders = (env: Env): Options => ({
  ...commonHeaders(env),
  contentSecurityPolicy: {
    defaultSrc: ["'none'"],
    styleSrc: ["'self'"],
    fontSrc: ["'self'"],
    imgSrc: ["'self'", 'data:'],
    baseUri: ["'none'"],
    formAction: ["'self'"],
    frameAncestors: ["'none'"],
  },
  referrerPolicy: 'no-referrer',
})

function headersWith(env: Env, withAnalytics: boolean): MiddlewareHandler {
  const analytics = withAnalytics
    ? {
        script: ['https://www.googletagmanager.com'],
        connect: [
          'https://*.google-analytics.com',
          'https://*.analytics.google.com',
          'https://www.googletagmanager.com',
        ],
        image: ['https://*.google-analytics.com', 'https://www.googletagmanager.com'],
      }
    : { script: [], connect: [], image: [] }
  return secureHeaders({
    ...commonHeaders(env),
    contentSecurityPolicy: {
      defaultSrc: ["'self'"],
      scriptSrc: ["'self'", ...analytics.script],
      // Blueprint and the virtual lists set style attributes. No style is made from untrusted text.
      styleSrc: ["'self'", "'unsafe-inline'"],
      imgSrc: ["'self'", 'data:', ...analytics.image],
      fontSrc: ["'self'"],
      connectSrc: ["'self'", ...analytics.connect],
      objectSrc: ["'none'"],
      baseUri: ["'none'"],
      formAction: ["'self'"],
      frameAncestors: ["'none'"],
    },
    referrerPolicy: 'strict-origin-when-cross-origin',
  })
}
