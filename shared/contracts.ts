import { auth } from './auth/contract.ts'
import { campaigns } from './campaigns/contract.ts'
import { contact } from './contact/contract.ts'
import { imports, importUpload } from './imports/contract.ts'
import { leads } from './leads/contract.ts'
import { messages } from './messages/contract.ts'
import { metrics } from './metrics/contract.ts'
import { prospects } from './prospects/contract.ts'
import { publicTexts } from './publicTexts/contract.ts'
import { settings } from './settings/contract.ts'
import { visitor } from './visitor/contract.ts'
import { waitlist } from './waitlist/contract.ts'

/** Every call there is. The API mounts these, the client is made from them, the tests walk them. */
export const contracts = {
  auth,
  contact,
  imports,
  leads,
  messages,
  metrics,
  campaigns,
  prospects,
  publicTexts,
  settings,
  visitor,
  waitlist,
}

/** Files go up as multipart streams, which no row of the table describes; their answers are JSON like any other. */
export const uploads = { imports: importUpload }
