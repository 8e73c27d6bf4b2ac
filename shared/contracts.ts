import { people } from './admin/people/contract.ts'
import { undo } from './admin/undo/contract.ts'
import { inbox } from './core/inbox/contract.ts'
import { publicTexts } from './core/publicTexts/contract.ts'
import { savedReplies } from './core/savedReplies/contract.ts'
import { settings } from './core/settings/contract.ts'
import { auth } from './platform/auth/contract.ts'
import { keys } from './platform/keys/contract.ts'
import { mail } from './platform/mail/contract.ts'
import { receivers } from './platform/receivers/contract.ts'
import { staff } from './platform/staff/contract.ts'
import { visitor } from './platform/visitor/contract.ts'
import { contact } from './sales/contact/contract.ts'
import { firstTexts } from './sales/firstTexts/contract.ts'
import { imports, importUpload } from './sales/imports/contract.ts'
import { leads } from './sales/leads/contract.ts'
import { metrics } from './sales/metrics/contract.ts'
import { prospects } from './sales/prospects/contract.ts'
import { testTexts } from './sales/testTexts/contract.ts'
import { waitlist } from './sales/waitlist/contract.ts'
import { appointments } from './salons/appointments/contract.ts'
import { billing } from './salons/billing/contract.ts'
import { bookingLinks } from './salons/bookingLinks/contract.ts'
import { campaigns } from './salons/campaigns/contract.ts'
import { chasers } from './salons/chasers/contract.ts'
import { clients } from './salons/clients/contract.ts'
import { handover } from './salons/handover/contract.ts'
import { health } from './salons/health/contract.ts'
import { join } from './salons/join/contract.ts'
import { lists, listUpload } from './salons/lists/contract.ts'
import { offers } from './salons/offers/contract.ts'
import { owner } from './salons/owner/contract.ts'
import { programmes } from './salons/programmes/contract.ts'
import { proof } from './salons/proof/contract.ts'
import { replies } from './salons/replies/contract.ts'
import { results } from './salons/results/contract.ts'
import { salons } from './salons/salons/contract.ts'
import { today } from './salons/today/contract.ts'
import { v1 } from './salons/v1/contract.ts'
import { eventData } from './salons/v1/events.ts'
import { visits } from './salons/visits/contract.ts'

/** All calls. The API mounts them and the client is created from them. */
export const contracts = {
  appointments,
  auth,
  billing,
  bookingLinks,
  chasers,
  clients,
  contact,
  firstTexts,
  handover,
  health,
  imports,
  inbox,
  join,
  keys,
  leads,
  lists,
  mail,
  metrics,
  offers,
  owner,
  people,
  prospects,
  publicTexts,
  receivers,
  campaigns,
  replies,
  programmes,
  proof,
  results,
  salons,
  savedReplies,
  settings,
  staff,
  testTexts,
  today,
  undo,
  v1,
  visitor,
  visits,
  waitlist,
}

/** Uploads are multipart streams, which a row cannot describe; their replies are JSON. */
export const uploads = { imports: importUpload, lists: listUpload }

/** What receivers of events get, by kind. */
export const events = eventData
