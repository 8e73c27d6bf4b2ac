import type { ContactsByOwner } from './core/inbox/contacts.ts'
import { prospectContacts } from './sales/prospects/contacts.ts'
import { keyAmounts } from './salons/appointments/keyAmounts.ts'
import { clientContacts } from './salons/clients/contacts.ts'
import { salonReads } from './salons/salons/salonReads.ts'

const contacts: ContactsByOwner = { agency: prospectContacts, salons: clientContacts }

/** What features read of tables that belong to floors below them. */
export const reads = { contacts, salons: salonReads, keyAmounts }
