import { brand } from '@salonback/shared/brand.ts'
import type { LinkPurpose, OwnerLink, Salon } from '@salonback/shared/salons/salons/contract.ts'
import { queueText } from '../../core/messages/outbox.ts'
import type { Deps } from '../../deps.ts'
import type { Sql } from '../../platform/db/open.ts'
import { AppError } from '../../platform/http/errors.ts'
import { createOwnerLink } from './ownerLinks.ts'

/** Words of the text that carries a link to the owner. */
export const linkText: Record<LinkPurpose, string> = {
  agree: 'please read and accept how we text your past customers',
  list: 'please share your client list',
  offer: 'please look at your offer and approve it',
  results: 'see who came back and what is owed',
  home: 'your page, with what to do, the next texts, who came back and what is owed. Keep the link',
}

interface TextLink {
  body: string
  dedupeKey: string
  now: Date
}

/** Texts the owner from the agency's sender; false if there is no number, or it opted out. */
export async function textLink(
  sql: Sql,
  { ownerPhone }: Pick<Salon, 'ownerPhone'>,
  text: TextLink,
): Promise<boolean> {
  if (!ownerPhone) return false
  return (await queueText(sql, { kind: 'details', phone: ownerPhone, ...text })) !== null
}

interface SendLink {
  purpose: LinkPurpose
  subjectId: string | null
  /** Text the link to the owner. */
  text?: boolean | undefined
}

/** Creates a link and texts it to the owner on request. Throws 409 if the owner cannot be texted. */
export async function sendLink(
  sql: Sql,
  { env, clock }: Pick<Deps, 'env' | 'clock'>,
  salon: Pick<Salon, 'id' | 'name' | 'ownerPhone'>,
  { purpose, subjectId, text }: SendLink,
): Promise<OwnerLink> {
  const now = clock()
  const link = await createOwnerLink(sql, { salonId: salon.id, purpose, subjectId, now })
  const url = env.PUBLIC_URL + link.path
  if (text) {
    if (!salon.ownerPhone) throw new AppError('conflict', "Enter the owner's number first")
    const body = `${brand.name} for ${salon.name}: ${linkText[purpose]}: ${url}`
    if (!(await textLink(sql, salon, { body, dedupeKey: `link:${link.hash}`, now })))
      throw new AppError('conflict', 'This number has opted out. Nothing was sent.')
  }
  return { url, expiresAt: link.expiresAt?.toISOString() ?? null }
}
