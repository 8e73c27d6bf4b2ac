import { brand } from '@salonback/shared/brand.ts'
import type { Salon } from '@salonback/shared/salons/salons/contract.ts'
import type { Deps } from '../../deps.ts'
import type { Sql } from '../../platform/db/open.ts'
import { textLink } from '../salons/links.ts'
import { createOwnerLink } from '../salons/ownerLinks.ts'

interface TextOwner {
  /** After "Salonback for Glow: " and before the address. */
  words: string
  /** Purpose; the same key never creates a second text. */
  dedupeKey: string
}

/** Texts the owner a link to the statements. False if the owner cannot be texted; a closed salon has no links. */
export async function textOwner(
  sql: Sql,
  { env, clock }: Pick<Deps, 'env' | 'clock'>,
  salon: Salon,
  { words, dedupeKey }: TextOwner,
): Promise<boolean> {
  if (salon.state === 'closed' || !salon.ownerPhone) return false
  const now = clock()
  const link = await createOwnerLink(sql, { salonId: salon.id, purpose: 'results', subjectId: null, now })
  const body = `${brand.name} for ${salon.name}: ${words}: ${env.PUBLIC_URL}${link.path}`
  return textLink(sql, salon, { body, dedupeKey, now })
}
