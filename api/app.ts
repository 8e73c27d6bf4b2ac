import { OpenAPIHono } from '@hono/zod-openapi'
import { brand } from '@salonback/shared/brand.ts'
import { requestId } from 'hono/request-id'
import { authRoutes } from './auth/routes.ts'
import { bookingLinksRoutes } from './bookingLinks/routes.ts'
import { campaignsRoutes } from './campaigns/routes.ts'
import { clientsRoutes } from './clients/routes.ts'
import { contactRoutes } from './contact/routes.ts'
import type { Deps } from './deps.ts'
import { deskRoutes } from './desk/routes.ts'
import { healthRoutes } from './health/health.ts'
import { cookieNameFor } from './http/access.ts'
import { answerError } from './http/errors.ts'
import { eventRoutes } from './http/events.ts'
import { securityHeaders } from './http/headers.ts'
import { asJson } from './http/json.ts'
import { describeOthers } from './http/openapi.ts'
import { hostAllowlist } from './http/origin.ts'
import { checkStatus } from './http/serve.ts'
import { importsRoutes } from './imports/routes.ts'
import { inboxRoutes } from './inbox/routes.ts'
import { joinRoutes } from './join/routes.ts'
import { leadsRoutes } from './leads/routes.ts'
import { ledgerRoutes } from './ledger/routes.ts'
import { webhookRoutes } from './messages/webhooks.ts'
import { metricsRoutes } from './metrics/routes.ts'
import { ownerRoutes } from './owner/routes.ts'
import { prospectsRoutes } from './prospects/routes.ts'
import { publicTextsRoutes } from './publicTexts/routes.ts'
import { salonCampaignsRoutes } from './salonCampaigns/routes.ts'
import { salonRepliesRoutes } from './salonReplies/routes.ts'
import { salonResultsRoutes } from './salonResults/routes.ts'
import { salonsRoutes } from './salons/routes.ts'
import { savedRepliesRoutes } from './savedReplies/routes.ts'
import { settingsRoutes } from './settings/routes.ts'
import { staffRoutes } from './staff/routes.ts'
import { visitorRoutes } from './visitor/routes.ts'
import { visitsRoutes } from './visits/routes.ts'
import { waitlistRoutes } from './waitlist/routes.ts'

const features = [
  authRoutes,
  bookingLinksRoutes,
  clientsRoutes,
  contactRoutes,
  deskRoutes,
  importsRoutes,
  joinRoutes,
  leadsRoutes,
  inboxRoutes,
  metricsRoutes,
  campaignsRoutes,
  ownerRoutes,
  prospectsRoutes,
  publicTextsRoutes,
  salonCampaignsRoutes,
  salonRepliesRoutes,
  salonResultsRoutes,
  savedRepliesRoutes,
  visitsRoutes,
  ledgerRoutes,
  salonsRoutes,
  settingsRoutes,
  staffRoutes,
  visitorRoutes,
  waitlistRoutes,
]

/** The whole API. main.ts adds the site and, without a carrier, the simulated phone network. */
export function createApp(deps: Deps): OpenAPIHono {
  const app = new OpenAPIHono()
  app.use(requestId())
  app.use(securityHeaders(deps.env))
  app.use(hostAllowlist(deps))
  app.onError((error, c) => answerError(error, c, deps.log, deps.env))
  app.notFound((c) => c.json({ message: 'Not found' }, 404))
  // Webhooks have a separate pool: in a shared one a slow import would delay a STOP.
  const reserved = { ...deps, sql: deps.reserved }
  healthRoutes(app, reserved)
  webhookRoutes(app, reserved)
  eventRoutes(app, deps)
  if (deps.env.NODE_ENV === 'test') app.use('/api/*', checkStatus)
  app.use('/api/*', (c, next) => {
    // Staff responses are personal data: without no-store a browser or proxy writes them to disk. Set before the
    // response exists: changing its headers later turns it into a stream.
    c.header('Cache-Control', 'no-store')
    return next()
  })
  for (const routes of features) routes(app, deps)
  addOpenApiDocument(app, deps)
  return app
}

function addOpenApiDocument(app: OpenAPIHono, deps: Deps) {
  describeOthers(app, cookieNameFor('session', deps.env))
  // Built once: the route is public, and the document takes 0.1 s of CPU.
  let document: string | undefined
  app.get('/api/openapi.json', (c) => {
    document ??= JSON.stringify(
      app.getOpenAPI31Document({
        openapi: '3.1.0',
        info: { title: `${brand.name} API`, version: '1.0.0' },
        servers: [{ url: deps.env.PUBLIC_URL }],
      }),
    )
    return asJson(c, document)
  })
}
