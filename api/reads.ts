import type { ContactsByOwner } from './core/inbox/contacts.ts'
import { prospectContacts } from './sales/prospects/contacts.ts'
import { keyAmounts } from './salons/appointments/keyAmounts.ts'
import { clientContacts } from './salons/clients/contacts.ts'
import { countEligible, hasEligible } from './salons/clients/countEligible.ts'
import type { EligibleClients } from './salons/salons/eligibleClients.ts'
import { salonReads } from './salons/salons/salonReads.ts'

const contacts: ContactsByOwner = { agency: prospectContacts, salons: clientContacts }

const eligibleClients: EligibleClients = {
  hasAny: hasEligible,
  count: async (...given) => (await countEligible(...given)).eligible,
}

/** What features read of tables that belong to floors below them, or to folders that import theirs. */
export const reads = { contacts, salons: salonReads, keyAmounts, eligibleClients }
