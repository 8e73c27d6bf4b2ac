import { isOfficeHour } from '@salonback/shared/salons/chasers/officeHours.ts'
import { announcementStep, OWNER_NOT_REACHED } from '@salonback/shared/salons/programmes/announcement.ts'
import type { Salon } from '@salonback/shared/salons/salons/contract.ts'
import { addDays } from '@salonback/shared/salons/salons/days.ts'
import { instantOf, localDate } from '@salonback/shared/sms/openHours.ts'
import { changeCampaign } from '../../core/campaigns/control.ts'
import type { Deps } from '../../deps.ts'
import { systemActor } from '../../platform/db/actor.ts'
import type { Sql } from '../../platform/db/open.ts'
import { retryOnDeadlock } from '../../platform/db/retryOnDeadlock.ts'
import { runEach } from '../../platform/runEach.ts'
import { ownerOf } from '../campaigns/ownerOf.ts'
import { spreadAgain } from '../campaigns/spreadAgain.ts'
import { withdrawUnsent } from '../ownerLinks/ownerMessages.ts'
import { oneSalon } from '../salons/queries.ts'
import { announce } from './announce.ts'
import { endUnannounced, findOpenWaves, findWaveFacts, type OpenWave } from './announcements.ts'
import { findProgramme } from './queries.ts'

type WatchDeps = Pick<Deps, 'sql' | 'env' | 'clock' | 'mailer' | 'log'>

const actor = systemActor('programme')

/**
 * Follows the announcements of waves. One that does not arrive goes out by e-mail; a wave moves to the day after its
 * announcement arrived, and ends if none can. The send guard holds its texts until then.
 */
export async function watchAnnouncements(deps: WatchDeps): Promise<void> {
  await runEach(deps, await findOpenWaves(deps.sql, deps.clock()), {
    what: 'the announcement of a wave',
    idsOf: ({ salonId }) => ({ salonId }),
    step: (wave) => retryOnDeadlock(deps.sql, (open) => follow(open, deps, wave)),
  })
}

async function follow(sql: Sql, deps: WatchDeps, wave: OpenWave): Promise<void> {
  const now = deps.clock()
  await findProgramme(sql, wave.salonId, { lock: true })
  // Checked again under the lock: another worker may have been first.
  if ((await findOpenWaves(sql, now, wave.waveId)).length === 0) return
  const salon = await oneSalon(sql, wave.salonId)
  const facts = await findWaveFacts(sql, wave)
  const today = localDate(salon.timeZone, now)
  const canMail = facts.canMail && !deps.mailer.missing
  const step = announcementStep({ ...facts, canMail, now })
  if (step === 'skip') return endWave(sql, deps, wave, facts.hasBegun)
  // Another one would say "tomorrow" on a later day.
  if (step === 'told') await withdrawUnsent(sql, wave.campaignId, now)
  if (step === 'email' || (step === 'text' && isOfficeHour(salon.timeZone, now)))
    await announce(sql, deps, salon, { ...wave, ...facts, byMail: step === 'email' })
  const isLate = facts.toldOn === null || facts.toldOn >= today
  if (isLate && facts.firstOn <= today && facts.canMove) await moveToTomorrow(sql, deps, salon, wave)
}

/** Moves a wave of today, whose owner learned of it today or not yet. */
async function moveToTomorrow(sql: Sql, { env, clock }: WatchDeps, { id, timeZone }: Salon, wave: OpenWave) {
  const tomorrow = instantOf(timeZone, `${addDays(localDate(timeZone, clock()), 1)}T00:00`)
  const startAt = tomorrow.toISOString()
  await spreadAgain({ id, campaignId: wave.campaignId, startAt }, { sql, env, clock, actor })
}

/** Ends a wave that cannot be announced. */
async function endWave(
  sql: Sql,
  { env, clock }: WatchDeps,
  wave: OpenWave,
  hasBegun: boolean,
): Promise<void> {
  const now = clock()
  await changeCampaign(ownerOf(wave.salonId, env), wave.campaignId, 'cancel', { sql, clock, actor })
  await withdrawUnsent(sql, wave.campaignId, now)
  await endUnannounced(sql, { waveId: wave.waveId, note: OWNER_NOT_REACHED, skipped: !hasBegun, now })
}
