import { OpenAPIHono } from '@hono/zod-openapi'
import { brand } from '@salonback/shared/brand.ts'
import type { contracts } from '@salonback/shared/contracts.ts'
import { compress } from 'hono/compress'
import { requestId } from 'hono/request-id'
import { peopleRoutes } from './admin/people/routes.ts'
import { undoRoutes } from './admin/undo/routes.ts'
import { inboxRoutes } from './core/inbox/routes.ts'
import { registerOutbox } from './core/messages/metrics.ts'
import { webhookRoutes } from './core/messages/webhooks.ts'
import { registerPublicTexts } from './core/publicTexts/metrics.ts'
import { publicTextsRoutes } from './core/publicTexts/routes.ts'
import { savedRepliesRoutes } from './core/savedReplies/routes.ts'
import { settingsRoutes } from './core/settings/routes.ts'
import type { Deps } from './deps.ts'
import { authRoutes } from './platform/auth/routes.ts'
import { registerBackups } from './platform/backup/metrics.ts'
import { healthRoutes } from './platform/health/health.ts'
import { cookieNameFor } from './platform/http/access.ts'
import { answerError } from './platform/http/errors.ts'
import { eventRoutes } from './platform/http/events.ts'
import { securityHeaders } from './platform/http/headers.ts'
import { asJson } from './platform/http/json.ts'
import { describeOthers, describeRows } from './platform/http/openapi.ts'
import { hostAllowlist } from './platform/http/origin.ts'
import { referenceRoutes } from './platform/http/reference.ts'
import { checkStatus } from './platform/http/serve.ts'
import { keysRoutes } from './platform/keys/routes.ts'
import { mailRoutes } from './platform/mail/routes.ts'
import { receiversRoutes } from './platform/receivers/routes.ts'
import { staffRoutes } from './platform/staff/routes.ts'
import { visitorRoutes } from './platform/visitor/routes.ts'
import { contactRoutes } from './sales/contact/routes.ts'
import { firstTextsRoutes } from './sales/firstTexts/routes.ts'
import { importsRoutes } from './sales/imports/routes.ts'
import { registerLeads } from './sales/leads/metrics.ts'
import { leadsRoutes } from './sales/leads/routes.ts'
import { metricsRoutes } from './sales/metrics/routes.ts'
import { prospectsRoutes } from './sales/prospects/routes.ts'
import { testTextsRoutes } from './sales/testTexts/routes.ts'
import { waitlistRoutes } from './sales/waitlist/routes.ts'
import { appointmentsRoutes } from './salons/appointments/routes.ts'
import { billingRoutes } from './salons/billing/routes.ts'
import { bookingLinksRoutes } from './salons/bookingLinks/routes.ts'
import { campaignsRoutes } from './salons/campaigns/routes.ts'
import { chasersRoutes } from './salons/chasers/routes.ts'
import { clientsRoutes } from './salons/clients/routes.ts'
import { handoverRoutes } from './salons/handover/routes.ts'
import { salonHealthRoutes } from './salons/health/routes.ts'
import { joinRoutes } from './salons/join/routes.ts'
import { listsRoutes } from './salons/lists/routes.ts'
import { offersRoutes } from './salons/offers/routes.ts'
import { ownerRoutes } from './salons/owner/routes.ts'
import { programmesRoutes } from './salons/programmes/routes.ts'
import { proofRoutes } from './salons/proof/routes.ts'
import { repliesRoutes } from './salons/replies/routes.ts'
import { resultsRoutes } from './salons/results/routes.ts'
import { salonsRoutes } from './salons/salons/routes.ts'
import { todayRoutes } from './salons/today/routes.ts'
import { v1Routes } from './salons/v1/routes.ts'
import { visitsRoutes } from './salons/visits/routes.ts'

/** By contract: one without routes does not compile. */
const features: Record<keyof typeof contracts, (app: OpenAPIHono, deps: Deps) => void> = {
  appointments: appointmentsRoutes,
  auth: authRoutes,
  billing: billingRoutes,
  bookingLinks: bookingLinksRoutes,
  campaigns: campaignsRoutes,
  chasers: chasersRoutes,
  clients: clientsRoutes,
  contact: contactRoutes,
  firstTexts: firstTextsRoutes,
  handover: handoverRoutes,
  imports: importsRoutes,
  inbox: inboxRoutes,
  join: joinRoutes,
  keys: keysRoutes,
  leads: leadsRoutes,
  lists: listsRoutes,
  mail: mailRoutes,
  metrics: metricsRoutes,
  offers: offersRoutes,
  owner: ownerRoutes,
  people: peopleRoutes,
  prospects: prospectsRoutes,
  publicTexts: publicTextsRoutes,
  receivers: receiversRoutes,
  replies: repliesRoutes,
  programmes: programmesRoutes,
  proof: proofRoutes,
  results: resultsRoutes,
  salons: salonsRoutes,
  savedReplies: savedRepliesRoutes,
  settings: settingsRoutes,
  staff: staffRoutes,
  health: salonHealthRoutes,
  today: todayRoutes,
  undo: undoRoutes,
  v1: v1Routes,
  visitor: visitorRoutes,
  visits: visitsRoutes,
  testTexts: testTextsRoutes,
  waitlist: waitlistRoutes,
}

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
  healthRoutes(app, reserved, [registerOutbox, registerPublicTexts, registerLeads, registerBackups])
  webhookRoutes(app, reserved)
  eventRoutes(app, deps)
  if (deps.env.NODE_ENV === 'test') app.use('/api/*', checkStatus)
  app.use('/api/*', (c, next) => {
    // Staff responses are personal data: without no-store a browser or proxy writes them to disk. Set before the
    // response exists: changing its headers later turns it into a stream.
    c.header('Cache-Control', 'no-store')
    return next()
  })
  app.use('/api/*', compress({ encoding: 'gzip' }))
  for (const routes of Object.values(features)) routes(app, deps)
  addOpenApiDocument(app, deps)
  referenceRoutes(app, deps)
  return app
}

function addOpenApiDocument(app: OpenAPIHono, deps: Deps) {
  // Built once, on demand: the route is public, and the document takes 0.1 s of CPU.
  let document: string | undefined
  app.get('/api/openapi.json', (c) => {
    document ??= JSON.stringify(documentOf(deps))
    return asJson(c, document)
  })
}

function documentOf({ env }: Deps) {
  const described = new OpenAPIHono()
  describeRows(described, 'others')
  describeOthers(described, cookieNameFor('session', env))
  return described.getOpenAPI31Document({
    openapi: '3.1.0',
    info: { title: `${brand.name} API`, version: '1.0.0' },
    servers: [{ url: env.PUBLIC_URL }],
  })
}
