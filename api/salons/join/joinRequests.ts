import { confirmationText, joinWording, WORDING_VERSION } from '@salonback/shared/salons/join/wording.ts'
import { queuePublicText } from '../../core/publicTexts/gate.ts'
import { isSuppressed, lockNumber } from '../../core/suppressions/suppressions.ts'
import type { Deps } from '../../deps.ts'
import { audit } from '../../platform/db/audit.ts'
import type { Sql } from '../../platform/db/open.ts'
import { retryOnDeadlock } from '../../platform/db/retryOnDeadlock.ts'
import { AppError } from '../../platform/http/errors.ts'
import { hashOfToken, newToken } from '../../platform/http/tokens.ts'
import {
  findConfirmationText,
  findConfirmedTexts,
  findRequest,
  hasRequest,
  insertJoinedClient,
  insertOwnConsent,
  insertRequest,
  type JoinRequest,
  type JoinSalon,
  markConfirmed,
  type OwnConsent,
} from './queries.ts'

const HOUR_MS = 3_600_000
/** How long a request can be confirmed. */
const OPEN_MS = 48 * HOUR_MS
/** A number gets one confirmation of a salon in this time. */
const PAUSE_MS = 24 * HOUR_MS
/** 96 bits as 16 characters. Longer links make two segments. */
const TOKEN_BYTES = 12

/** A visitor's request. `address`: stored with a confirmation. */
export interface JoinContext extends Pick<Deps, 'sql' | 'clock' | 'env' | 'log'> {
  address: string
}

/**
 * Texts the number that was typed into the form of a salon. Nothing counts before that text is answered. The caller must
 * answer the same if nothing was sent: the number opted out, had a confirmation of this salon or two of others today, or the
 * budget is used up.
 */
export function requestJoin(
  { sql, clock, env, log, address }: JoinContext,
  salon: JoinSalon,
  { phone, firstName }: { phone: string; firstName: string | null },
): Promise<void> {
  return retryOnDeadlock(sql, async (open) => {
    const now = clock()
    // Two requests at a time must not both be the first of the day.
    await lockNumber(open, phone)
    const since = new Date(now.getTime() - PAUSE_MS)
    if (await hasRequest(open, { salonId: salon.id, phone, since })) return
    const token = newToken(TOKEN_BYTES)
    const text = {
      kind: 'confirmation',
      phone,
      body: confirmationText(salon.name, `${env.PUBLIC_URL}/j/${token}`),
      dedupeKey: `confirmation:${salon.id}:${phone}:${now.toISOString().slice(0, 10)}`,
      sender: { id: salon.senderId, salonId: salon.id },
      now,
      answered: await findConfirmedTexts(open, { phone, since }),
    } as const
    if (await queuePublicText(open, { env, log }, text, address)) return
    await insertRequest(open, {
      tokenHash: hashOfToken(token),
      salonId: salon.id,
      phone,
      firstName,
      wording: joinWording(salon),
      createdAt: now,
      expiresAt: new Date(now.getTime() + OPEN_MS),
    })
  })
}

const unknown = () => new AppError('not_found', 'This link is not valid.')

/** The request of a link. Throws 404 for an unknown link or one of another salon, 410 for an expired one. */
export async function openRequest(
  sql: Sql,
  salon: JoinSalon,
  token: string,
  now: Date,
  options: { lock?: boolean } = {},
): Promise<JoinRequest> {
  const request = await findRequest(sql, token, options)
  if (request?.salonId !== salon.id) throw unknown()
  if (!request.confirmedAt && request.expiresAt <= now) throw new AppError('gone', 'This link has expired.')
  return request
}

/** Confirms the request of a link, once. Throws 409 if the number has opted out since. */
export function confirmByLink({ sql, clock, env, address }: JoinContext, salon: JoinSalon, token: string) {
  return retryOnDeadlock(sql, async (open) => {
    const now = clock()
    const { phone } = await openRequest(open, salon, token, now)
    // In the order of received texts: number, then request.
    await lockNumber(open, phone)
    const request = await openRequest(open, salon, token, now, { lock: true })
    if (request.confirmedAt) return
    if (await isSuppressed(open, env, phone))
      throw new AppError('conflict', 'This number has asked for no more texts.')
    const messageId = await findConfirmationText(open, request)
    await confirm(open, salon, request, { way: 'link', address, messageId, now })
  })
}

interface Confirmation {
  way: 'link' | 'yes'
  address?: string
  messageId: string | null
  now: Date
}

/** Stores the consent of a locked request. */
export async function confirm(
  sql: Sql,
  salon: JoinSalon,
  { tokenHash, phone, firstName, wording, createdAt }: JoinRequest,
  { way, address, messageId, now }: Confirmation,
): Promise<void> {
  await markConfirmed(sql, tokenHash, now)
  await saveConsent(sql, {
    source: 'join_page',
    salonId: salon.id,
    phone,
    firstName,
    wording,
    messageId,
    evidence: {
      way,
      // Null: the sentence has changed since the request.
      version: wording === joinWording(salon) ? WORDING_VERSION : null,
      requestedAt: createdAt.toISOString(),
      confirmedAt: now.toISOString(),
      address: address ?? null,
    },
    now,
  })
}

/** Stores the written consent of a client, and the client if the salon does not have the number. */
export async function saveConsent(
  sql: Sql,
  { firstName, now, ...consent }: Omit<OwnConsent, 'at'> & { firstName: string | null; now: Date },
): Promise<void> {
  const { salonId, phone, source } = consent
  await insertJoinedClient(sql, { salonId, phone, firstName, now })
  await insertOwnConsent(sql, { ...consent, at: now })
  await audit(sql, {
    actor: { kind: 'client', id: '', name: 'client' },
    action: 'client.join',
    subject: salonId,
    detail: { source },
  })
}
