import { isOfficeHour } from '@salonback/shared/salons/chasers/officeHours.ts'
import { OWNER_NOT_REACHED } from '@salonback/shared/salons/programmes/announcement.ts'
import { nextStep, type ProgrammeStep } from '@salonback/shared/salons/programmes/nextStep.ts'
import type { Salon } from '@salonback/shared/salons/salons/contract.ts'
import { addDays } from '@salonback/shared/salons/salons/days.ts'
import { instantOf, localDate } from '@salonback/shared/sms/openHours.ts'
import type { Deps } from '../../deps.ts'
import { systemActor } from '../../platform/db/actor.ts'
import { audit } from '../../platform/db/audit.ts'
import type { Sql } from '../../platform/db/open.ts'
import { retryOnDeadlock } from '../../platform/db/retryOnDeadlock.ts'
import { AppError } from '../../platform/http/errors.ts'
import { runEach } from '../../platform/runEach.ts'
import { ownerOf } from '../campaigns/ownerOf.ts'
import { startSalonCampaign } from '../campaigns/start.ts'
import { sendToOwner, Unsent } from '../ownerLinks/sendToOwner.ts'
import { oneSalon, requireSalon } from '../salons/queries.ts'
import { announce } from './announce.ts'
import {
  findProgramme,
  findRunning,
  findStepFacts,
  type StepFacts,
  type StoredProgramme,
  saveWave,
  setProgrammeState,
  whyUnwelcome,
} from './queries.ts'
import { watchAnnouncements } from './watchAnnouncements.ts'

type RunDeps = Pick<Deps, 'sql' | 'env' | 'clock' | 'mailer' | 'log'>

/**
 * Follows the waves that are announced, asks owners for lists and starts waves. Each salon takes at most one step, in office
 * hours, so that its owner can read it.
 */
export async function runProgrammes(deps: RunDeps): Promise<void> {
  await watchAnnouncements(deps)
  const now = deps.clock()
  await runEach(deps, await findRunning(deps.sql, now), {
    what: 'a step of a programme',
    idsOf: ({ salonId }) => ({ salonId }),
    step: async ({ salonId, timeZone }) => {
      if (isOfficeHour(timeZone, now)) await stepOrSkip(deps, salonId)
    },
  })
}

async function stepOrSkip(deps: RunDeps, salonId: string): Promise<void> {
  try {
    await retryOnDeadlock(deps.sql, (open) => takeStep(open, deps, salonId))
  } catch (error) {
    if (error instanceof Unsent) return
    if (!(error instanceof AppError && error.code === 'conflict')) throw error
    await retryOnDeadlock(deps.sql, (open) => skipWave(open, deps, salonId, error.message))
  }
}

interface Step {
  programme: StoredProgramme
  salon: Salon
  facts: StepFacts
  now: Date
  /** In the salon's time zone. */
  today: string
}

/** The locked programme with the facts for its step; null if it was turned off meanwhile. */
async function lockStep(sql: Sql, salonId: string, now: Date): Promise<Step | null> {
  const programme = await findProgramme(sql, salonId, { lock: true })
  // Checked again under the lock: another worker, or the owner, may have been first.
  const [running] = await findRunning(sql, now, salonId)
  if (!programme || !running) return null
  const salon = await oneSalon(sql, salonId)
  const facts = await findStepFacts(sql, salonId, salon.timeZone, now)
  return { programme, salon, facts, now, today: localDate(salon.timeZone, now) }
}

async function takeStep(sql: Sql, deps: RunDeps, salonId: string): Promise<void> {
  const step = await lockStep(sql, salonId, deps.clock())
  const next = step && nextStep({ ...step.facts, ...step.programme, today: step.today })
  if (!next) return
  const unwelcome = await whyUnwelcome(sql, salonId)
  if (unwelcome) await waitForPerson(sql, step, next.askedFor, unwelcome)
  else if (next.kind === 'ask') await askForList(sql, deps, step, next.askedFor)
  else await startWave(sql, deps, step, next)
}

/** Turns the programme off with the reason. It does not use the list up: turned on again, the programme starts with it. */
async function waitForPerson(sql: Sql, step: Step, askedFor: string, note: string): Promise<void> {
  const { salon, programme, now } = step
  const none = { listId: null, campaignId: null }
  await saveWave(sql, { salonId: salon.id, askedFor, state: 'skipped', ...none, note, now })
  await setProgrammeState(sql, salon.id, { state: 'off', runningFrom: programme.runningFrom })
  const actor = systemActor('programme')
  await audit(sql, { actor, action: 'salon.programme', subject: salon.id, detail: { on: false, note } })
}

async function askForList(sql: Sql, deps: RunDeps, { salon, now }: Step, askedFor: string): Promise<void> {
  const none = { listId: null, campaignId: null, note: null }
  const about = await saveWave(sql, { salonId: salon.id, askedFor, state: 'asking', ...none, now })
  const words = 'please share a fresh client list, so that this month’s texts can start'
  const sentBy = await sendToOwner(sql, deps, salon, {
    purpose: 'list',
    subjectId: null,
    about,
    words: `${words}:`,
    subject: `A fresh client list for ${salon.name}`,
    paragraphs: ['Please share a fresh client list, so that this month’s texts can start.'],
    button: 'Share the list',
  })
  // The next round tries again: by then there may be a number or an address.
  if (!sentBy) throw new Unsent()
}

type Start = Extract<ProgrammeStep, { kind: 'start' }>

/** The list that the wave uses up; null: its dates come from a feed. */
const listOf = ({ facts }: Step, { dates }: Start) => (dates === 'list' ? facts.listId : null)

/** Queues the texts of tomorrow and announces them to the owner. Throws 409 if there is no wave this month. */
async function startWave(sql: Sql, deps: RunDeps, step: Step, next: Start): Promise<void> {
  const { programme, salon, now, today } = step
  const tomorrow = instantOf(salon.timeZone, `${addDays(today, 1)}T00:00`)
  const campaign = await startSalonCampaign(
    ownerOf(salon.id, deps.env),
    await requireSalon(sql, salon.id),
    {
      offerId: programme.offerId,
      perDay: programme.perDay,
      startAt: tomorrow.toISOString(),
      keptAside: programme.keptAside,
      ...(programme.reminderAfterDays && { reminderAfterDays: programme.reminderAfterDays }),
      ...(programme.audience && { audience: programme.audience }),
      ...(programme.firstBatch && { firstBatch: programme.firstBatch }),
      isWave: true,
    },
    { sql, env: deps.env, now, actor: systemActor('programme'), createdBy: programme.setBy },
  )
  const { offer, total: texts } = campaign
  const approvedName = offer.approvedAs?.salonName ?? null
  const announcement = { campaignId: campaign.id, texts, offerText: offer.text, approvedName }
  if (!(await announce(sql, deps, salon, announcement))) throw new AppError('conflict', OWNER_NOT_REACHED)
  await saveWave(sql, {
    salonId: salon.id,
    askedFor: next.askedFor,
    state: 'started',
    listId: listOf(step, next),
    campaignId: campaign.id,
    note: null,
    now,
  })
}

/** Stores why this month has no wave. */
async function skipWave(sql: Sql, { clock }: RunDeps, salonId: string, note: string): Promise<void> {
  const step = await lockStep(sql, salonId, clock())
  if (!step) return
  const { facts, programme, now, today } = step
  const next = nextStep({ ...facts, ...programme, today })
  if (next?.kind !== 'start') return
  const { askedFor } = next
  const listId = listOf(step, next)
  const unreachedAt = note === OWNER_NOT_REACHED ? now : null
  await saveWave(sql, {
    salonId,
    askedFor,
    state: 'skipped',
    listId,
    campaignId: null,
    note,
    unreachedAt,
    now,
  })
}
