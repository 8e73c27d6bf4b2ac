import type { OpenAPIHono } from '@hono/zod-openapi'
import { INVALID_MOBILE } from '@salonback/shared/forms.ts'
import type { HandlerInput } from '@salonback/shared/platform/http/endpoint.ts'
import {
  type Salon,
  type SalonDetails,
  type SalonState,
  salons,
} from '@salonback/shared/salons/salons/contract.ts'
import { slugOf } from '@salonback/shared/salons/salons/rules.ts'
import { NO_ELIGIBLE, START_CAMPAIGN } from '@salonback/shared/salons/salons/todos.ts'
import { typedNumber } from '@salonback/shared/sms/phone.ts'
import type { CallContext, Deps } from '../../deps.ts'
import { audit } from '../../platform/db/audit.ts'
import { inTransaction, type Sql } from '../../platform/db/open.ts'
import { retryOnDeadlock } from '../../platform/db/retryOnDeadlock.ts'
import { AppError, notFound } from '../../platform/http/errors.ts'
import { serve } from '../../platform/http/serve.ts'
import { sendLink } from '../ownerLinks/sendLink.ts'
import {
  cancelCampaignsOf,
  endLinks,
  findSalons,
  findSender,
  hasAmounts,
  insertSalon,
  isOfSalon,
  lockSalonState,
  markReady,
  oneSalon,
  openSalon,
  saveSender,
  updateSalon,
} from './queries.ts'
import { addressOf } from './senderAddress.ts'

export function salonsRoutes(app: OpenAPIHono, deps: Deps): void {
  /** Reads the clients only of a salon that has nothing else to do. */
  const withStep = async (salon: Salon, { sql, env, clock, eligibleClients }: CallContext): Promise<Salon> =>
    salon.nextStep !== START_CAMPAIGN ||
    (await eligibleClients.hasAny(sql, salon, { keys: env, now: clock() }))
      ? salon
      : { ...salon, nextStep: NO_ELIGIBLE }
  serve(app, deps, 'salons', salons, {
    list: async (wanted, context) => {
      const { items, nextCursor } = await findSalons(context.sql, {
        ...wanted,
        descending: wanted.descending === 'true',
        now: context.clock(),
      })
      const found: Salon[] = []
      for (const salon of items) found.push(await withStep(salon, context))
      return { items: found, nextCursor }
    },
    create,
    get: async ({ id }, context) => withStep(await oneSalon(context.sql, id, context.clock()), context),
    update,
    setSender,
    createLink,
  })
}

const phoneErrors = { ownerPhone: INVALID_MOBILE, businessPhone: 'Please enter a valid phone number' }

/** The numbers of owner and salon as E.164, read with the salon's country. */
function withPhones<T extends Partial<SalonDetails>>(details: T, country: string): T {
  const phones: { ownerPhone?: string; businessPhone?: string } = {}
  for (const name of ['ownerPhone', 'businessPhone'] as const) {
    const typed = details[name]
    if (!typed) continue
    const phone = typedNumber(typed, country)
    if (!phone) throw new AppError('invalid', phoneErrors[name], { fields: { [name]: phoneErrors[name] } })
    phones[name] = phone
  }
  return { ...details, ...phones }
}

function create(
  { sourceId, ...details }: HandlerInput<typeof salons.create>,
  { sql, clock, actor }: CallContext,
): Promise<Salon> {
  return inTransaction(sql, async (open) => {
    const salon = withPhones(details, details.country)
    const id = await insertSalon(open, {
      ...salon,
      slug: slugOf(salon.name),
      sourceId: sourceId ?? null,
      now: clock(),
    })
    if (id === null) throw new AppError('conflict', 'There is a salon for this response already')
    await audit(open, { actor, action: 'salon.create', subject: id })
    return oneSalon(open, id)
  })
}

/** Only a salon that has been set up can be paused and resumed. */
function requireSetUp({ state }: Salon, next: SalonState | undefined): void {
  if (state === 'setup' && (next === 'ready' || next === 'paused'))
    throw new AppError('conflict', 'This salon is not set up yet')
}

/** Fees, payments and prices of visits are in the salon's currency: in another one £45 would be charged as €45. */
async function requireSameCurrency(sql: Sql, { id, currency }: Salon, next: string | undefined) {
  if (next === undefined || next === currency || !(await hasAmounts(sql, id))) return
  const message = 'The currency cannot change: there are amounts already'
  throw new AppError('conflict', message, { fields: { currency: message } })
}

function update(
  { id, ...changes }: HandlerInput<typeof salons.update>,
  { sql, clock, actor }: CallContext,
): Promise<Salon> {
  return retryOnDeadlock(sql, async (open) => {
    // Before the salon, as an owner's action locks them: in the other order the two deadlock.
    if (changes.state === 'closed') await endLinks(open, id, clock())
    await lockSalonState(open, id)
    const before = await openSalon(open, id)
    requireSetUp(before, changes.state)
    await requireSameCurrency(open, before, changes.currency)
    const salon = withPhones(changes, changes.country ?? before.country)
    await updateSalon(open, id, salon)
    if (changes.state === 'closed') {
      // Those that were made while this transaction waited for the salon.
      await endLinks(open, id, clock())
      await cancelCampaignsOf(open, id)
    }
    const detail = { fields: Object.keys(changes) }
    await audit(open, { actor, action: 'salon.change', subject: id, detail })
    return oneSalon(open, id)
  })
}

async function setSender({ id, ...wanted }: HandlerInput<typeof salons.setSender>, context: CallContext) {
  const { sql, actor } = context
  await oneSalon(sql, id)
  const address = await addressOf(wanted, context)
  return inTransaction(sql, async (open) => {
    if (await findSender(open, id)) throw new AppError('conflict', 'This salon has a number already')
    const sender = await saveSender(open, id, address)
    if (!sender) throw new AppError('conflict', 'Another salon, or the agency, has this number')
    await markReady(open, id)
    await audit(open, { actor, action: 'salon.sender', subject: id })
    return sender
  })
}

function createLink(
  { id, purpose, subjectId, text, mail }: HandlerInput<typeof salons.createLink>,
  context: CallContext,
) {
  return inTransaction(context.sql, async (open) => {
    const salon = await openSalon(open, id)
    if (subjectId && !(await isOfSalon(open, id, purpose, subjectId))) throw notFound('Subject')
    const link = await sendLink(open, context, salon, { purpose, subjectId: subjectId ?? null, text, mail })
    const detail = { purpose }
    await audit(open, { actor: context.actor, action: 'salon.link', subject: id, detail })
    return link
  })
}
