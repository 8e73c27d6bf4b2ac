import { auth } from './auth/contract.ts'
import { bookingLinks } from './bookingLinks/contract.ts'
import { campaigns } from './campaigns/contract.ts'
import { clients, listUpload } from './clients/contract.ts'
import { contact } from './contact/contract.ts'
import { desk } from './desk/contract.ts'
import { imports, importUpload } from './imports/contract.ts'
import { join } from './join/contract.ts'
import { leads } from './leads/contract.ts'
import { ledger } from './ledger/contract.ts'
import { messages } from './messages/contract.ts'
import { metrics } from './metrics/contract.ts'
import { owner } from './owner/contract.ts'
import { prospects } from './prospects/contract.ts'
import { publicTexts } from './publicTexts/contract.ts'
import { salonCampaigns } from './salonCampaigns/contract.ts'
import { salonReplies } from './salonReplies/contract.ts'
import { salonResults } from './salonResults/contract.ts'
import { salons } from './salons/contract.ts'
import { savedReplies } from './savedReplies/contract.ts'
import { settings } from './settings/contract.ts'
import { staff } from './staff/contract.ts'
import { visitor } from './visitor/contract.ts'
import { visits } from './visits/contract.ts'
import { waitlist } from './waitlist/contract.ts'

/** All calls. The API mounts them and the client is created from them. */
export const contracts = {
  auth,
  bookingLinks,
  clients,
  contact,
  desk,
  imports,
  join,
  leads,
  ledger,
  messages,
  metrics,
  campaigns,
  owner,
  prospects,
  publicTexts,
  salonCampaigns,
  salonReplies,
  salonResults,
  salons,
  savedReplies,
  settings,
  staff,
  visitor,
  visits,
  waitlist,
}

/** Uploads are multipart streams, which a row cannot describe; their replies are JSON. */
export const uploads = { imports: importUpload, clients: listUpload }
