import type { HandlerInput } from '@salonback/shared/platform/http/endpoint.ts'
import type { Programme, programmes } from '@salonback/shared/salons/programmes/contract.ts'
import { nextAskDay } from '@salonback/shared/salons/programmes/nextStep.ts'
import { localDate } from '@salonback/shared/sms/openHours.ts'
import { changeCampaign } from '../../core/campaigns/control.ts'
import type { CallContext } from '../../deps.ts'
import type { Env } from '../../env.ts'
import type { Actor } from '../../platform/db/actor.ts'
import { audit } from '../../platform/db/audit.ts'
import { inTransaction, type Sql } from '../../platform/db/open.ts'
import { AppError, notFound } from '../../platform/http/errors.ts'
import { ownerOf } from '../campaigns/ownerOf.ts'
import { findOffer } from '../offers/queries.ts'
import { openSalon, requireSalon } from '../salons/queries.ts'
import {
  findFeedDay,
  findProgramme,
  findRepeatable,
  findUnsentWaves,
  findWaves,
  type StoredProgramme,
  saveProgramme,
  setProgrammeState,
} from './queries.ts'

/** The programme of a salon with its waves. */
export async function programmeOf(sql: Sql, salonId: string, now: Date): Promise<Programme> {
  const { timeZone } = await requireSalon(sql, salonId)
  const [stored, feedOn, offers, waves] = await Promise.all([
    findProgramme(sql, salonId),
    findFeedDay(sql, salonId, now),
    findRepeatable(sql, salonId),
    findWaves(sql, salonId),
  ])
  const today = localDate(timeZone, now)
  return {
    settings: stored ? settingsOf(stored, today, waves[0]?.askedFor) : null,
    feedOn,
    offers: [...offers],
    waves: [...waves],
  }
}

function settingsOf(
  { salonId: _, setBy: _setBy, runningFrom, ...stored }: StoredProgramme,
  today: string,
  lastAskedFor: string | undefined,
): NonNullable<Programme['settings']> {
  const isRunning = stored.state === 'running' && stored.until > today
  const facts = { askDay: stored.askDay, runningFrom, today, lastAskedFor }
  return { ...stored, nextAskOn: isRunning ? nextAskDay(facts) : null }
}

/**
 * Stores the settings of a programme and turns it on or off. Throws 404 for an offer of another salon, 409 if the offer is not
 * approved for each month or the owner paused the programme.
 */
export function setProgramme(
  { id, on, ...settings }: HandlerInput<typeof programmes.set>,
  { sql, clock, actor, env }: CallContext,
): Promise<Programme> {
  return inTransaction(sql, async (open) => {
    const now = clock()
    const salon = await openSalon(open, id)
    const today = localDate(salon.timeZone, now)
    const before = await findProgramme(open, id, { lock: true })
    if (!(await findOffer(open, { id: settings.offerId, salonId: id }))) throw notFound('Offer')
    const offer = (await findRepeatable(open, id)).find((one) => one.id === settings.offerId)
    if (!offer) throw new AppError('conflict', 'The owner has not approved this offer for each month')
    if (on && offer.until <= today) throw new AppError('conflict', 'The approval of this offer has ended')
    if (on && before?.state === 'paused')
      throw new AppError('conflict', 'The owner paused it, and can turn it on again on the page')
    const state = on ? 'running' : before?.state === 'paused' ? 'paused' : 'off'
    const runningFrom = before?.state === 'running' && on ? before.runningFrom : today
    await saveProgramme(open, {
      ...settings,
      audience: settings.audience ?? null,
      firstBatch: settings.firstBatch ?? null,
      salonId: id,
      state,
      runningFrom,
      setBy: actor.id,
      until: offer.until,
    })
    if (!on) await cancelUnsent(open, { salonId: id, env, now, by: actor })
    const detail = { on, askDay: settings.askDay }
    await audit(open, { actor, action: 'salon.programme', subject: id, detail })
    return programmeOf(open, id, now)
  })
}

interface SwitchProgramme {
  salonId: string
  timeZone: string
  on: boolean
  by: Actor
  env: Env
  now: Date
}

/** Lets the owner pause the programme, or turn it on again. Throws 409 if staff turned it off. */
export async function switchProgramme(
  sql: Sql,
  { salonId, timeZone, on, by, env, now }: SwitchProgramme,
): Promise<void> {
  const before = await findProgramme(sql, salonId, { lock: true })
  if (!before || before.state === 'off')
    throw new AppError('conflict', 'There are no monthly texts to change')
  const runningFrom = before.state === 'running' && on ? before.runningFrom : localDate(timeZone, now)
  await setProgrammeState(sql, salonId, { state: on ? 'running' : 'paused', runningFrom })
  if (!on) await cancelUnsent(sql, { salonId, env, now, by })
  await audit(sql, { actor: by, action: 'salon.programme', subject: salonId, detail: { on } })
}

/** Cancels waves that were announced and have sent no text yet. */
async function cancelUnsent(
  sql: Sql,
  { salonId, env, now, by }: { salonId: string; env: Env; now: Date; by: Actor },
): Promise<void> {
  for (const campaignId of await findUnsentWaves(sql, salonId))
    await changeCampaign(ownerOf(salonId, env), campaignId, 'cancel', {
      sql,
      clock: () => now,
      actor: by,
    })
}
