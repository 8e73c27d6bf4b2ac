import { expect, test } from 'vitest'
import type { z } from 'zod'
import { SavedReplyText } from './core/savedReplies/contract.ts'
import { NewKey } from './platform/keys/contract.ts'
import { CampaignName } from './sales/firstTexts/contract.ts'
import { JoinForm } from './salons/join/contract.ts'
import { SalonDetails } from './salons/salons/contract.ts'

const TYPED = 'Glow\r\nBcc: all\u2028STOP'
const KEPT = 'Glow Bcc: all STOP'
const details = SalonDetails.shape

/** Names that people type and that stand in texts, subjects, calendar entries or lists. */
test.each<[string, z.ZodType]>([
  ['of a salon', details.name],
  ['of an owner', details.ownerName],
  ['of a company', details.legalName],
  ['company number', details.companyNumber],
  ['VAT number', details.vatNumber],
  ['of a key', NewKey.shape.name],
  ['of a campaign', CampaignName],
  ['of a saved reply', SavedReplyText.shape.name],
  ['of a client who joins', JoinForm.shape.firstName],
])('the name %s is one line', (_, schema) => {
  expect(schema.parse(TYPED)).toBe(KEPT)
})
