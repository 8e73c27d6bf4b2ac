import { brand } from '@salonback/shared/brand.ts'
import type { PlatformContext } from '../context.ts'
import { staffActor } from '../db/actor.ts'
import { audit } from '../db/audit.ts'
import type { Sql } from '../db/open.ts'
import { AppError } from '../http/errors.ts'
import { hashOfToken, newToken } from '../http/tokens.ts'
import { setTurnedOff } from '../mail/queries.ts'
import { queueMail } from '../mail/queueMail.ts'
import { LINK_MS } from './links.ts'

const DAY_MS = 24 * 3_600_000
/** Links a day of one account, and to one address. */
const MOST_A_DAY = 5

export type Mailing = Pick<PlatformContext, 'mailer' | 'clock' | 'env'>

interface Account {
  id: string
  email: string
}

/** Mails the link that confirms the address of an account. Throws 429 after five a day. Stores nothing while e-mail is off. */
export async function requestConfirmation(sql: Sql, deps: Mailing, account: Account): Promise<void> {
  if (await mayMail(sql, account, deps.clock())) return mailConfirmation(sql, deps, account)
  throw new AppError('too_many', 'We have mailed five links today. Please try again tomorrow.', {
    retryAfter: 24 * 3600,
  })
}

async function mayMail(sql: Sql, { id, email }: Account, now: Date) {
  const since = new Date(now.getTime() - DAY_MS)
  const sent = await sql`
    select 1 from address_confirmations
    where (admin_id = ${id} or lower(address) = lower(${email})) and created_at > ${since}`
  return sent.count < MOST_A_DAY
}

async function mailConfirmation(sql: Sql, deps: Mailing, { id, email }: Account) {
  const now = deps.clock()
  const token = newToken()
  const hash = hashOfToken(token)
  const queued = await queueMail(sql, deps, {
    kind: 'confirmation',
    to: email,
    subject: 'Confirm your email address',
    content: {
      paragraphs: [`This address was given for notices of ${brand.name}. They begin when you confirm it.`],
      button: { label: 'Confirm the address', url: `${deps.env.PUBLIC_URL}/m/confirm/${token}` },
      notes: ['The link works once, for 72 hours. If you do not know why you get this, do nothing.'],
    },
    dedupeKey: `confirmation:${hash.toString('hex')}`,
    salonId: null,
  })
  if (queued !== 'queued') return
  await sql`
    insert into address_confirmations (token_hash, admin_id, address, created_at, expires_at)
    values (${hash}, ${id}, ${email}, ${now}, ${new Date(now.getTime() + LINK_MS)})`
}

/** Mails a link to each of these accounts that never had one for its address. */
export async function mailFirstConfirmations(sql: Sql, deps: Mailing, accounts: Account[]): Promise<void> {
  for (const account of accounts) {
    const before = await sql`
      select 1 from address_confirmations where admin_id = ${account.id} and address = ${account.email}`
    if (before.count === 0 && (await mayMail(sql, account, deps.clock())))
      await mailConfirmation(sql, deps, account)
  }
}

const ENDED = 'This link has expired or was already used. Open your account to get a new one.'

/** The address of an open link. Throws 404 for an unknown token, 410 for an ended link. `lock` serialises its use. */
export async function findConfirmation(sql: Sql, token: string, now: Date, { lock = false } = {}) {
  const [found] = await sql<{ id: string; username: string; address: string; open: boolean }[]>`
    select a.id, a.username, c.address,
      c.used_at is null and c.expires_at > ${now} and a.disabled_at is null and a.email = c.address as open
    from address_confirmations c join admins a on a.id = c.admin_id
    where c.token_hash = ${hashOfToken(token)} ${lock ? sql`for update of c, a` : sql``}`
  if (!found) throw new AppError('not_found', ENDED)
  if (!found.open) throw new AppError('gone', ENDED)
  return found
}

/** Uses the link. What the address turned off before is on again, as its owner now asks for it. */
export async function confirmAddress(sql: Sql, token: string, now: Date): Promise<string> {
  const { id, username, address } = await findConfirmation(sql, token, now, { lock: true })
  await sql`update address_confirmations set used_at = ${now} where token_hash = ${hashOfToken(token)}`
  const [wanted] = await sql<[{ contact: boolean; summary: boolean }]>`
    update admins set email_confirmed_at = ${now} where id = ${id}
    returning mail_contact as contact, mail_summary as summary`
  await turnOn(sql, { address, ...wanted }, now)
  await audit(sql, { actor: staffActor({ id, username }), action: 'staff.confirmAddress', subject: username })
  return address
}

/** A person who asks for a notice at a confirmed address has not turned it off. */
export async function turnOn(
  sql: Sql,
  { address, ...wanted }: { address: string; contact: boolean; summary: boolean },
  now: Date,
): Promise<void> {
  for (const kind of ['contact', 'summary'] as const)
    if (wanted[kind]) await setTurnedOff(sql, { address, kind }, { off: false, now })
}
