import { people } from './admin/people/contract.ts'
import { undo } from './admin/undo/contract.ts'
import { desk, messages } from './core/inbox/contract.ts'
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
import { campaigns } from './sales/firstTexts/contract.ts'
import { imports, importUpload } from './sales/imports/contract.ts'
import { leads } from './sales/leads/contract.ts'
import { metrics } from './sales/metrics/contract.ts'
import { prospects } from './sales/prospects/contract.ts'
import { testTexts } from './sales/testTexts/contract.ts'
import { waitlist } from './sales/waitlist/contract.ts'
import { appointments } from './salons/appointments/contract.ts'
import { billing } from './salons/billing/contract.ts'
import { bookingLinks } from './salons/bookingLinks/contract.ts'
import { salonCampaigns } from './salons/campaigns/contract.ts'
import { chasers } from './salons/chasers/contract.ts'
import { clients } from './salons/clients/contract.ts'
import { handover } from './salons/handover/contract.ts'
import { join } from './salons/join/contract.ts'
import { lists, listUpload } from './salons/lists/contract.ts'
import { offers } from './salons/offers/contract.ts'
import { owner } from './salons/owner/contract.ts'
import { programmes } from './salons/programmes/contract.ts'
import { salonProof } from './salons/proof/contract.ts'
import { salonReplies } from './salons/replies/contract.ts'
import { salonResults } from './salons/results/contract.ts'
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
  desk,
  handover,
  imports,
  join,
  keys,
  leads,
  lists,
  mail,
  messages,
  metrics,
  campaigns,
  offers,
  owner,
  people,
  prospects,
  publicTexts,
  receivers,
  salonCampaigns,
  salonReplies,
  programmes,
  salonProof,
  salonResults,
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
