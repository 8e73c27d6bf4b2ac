import type { OpenAPIHono } from '@hono/zod-openapi'
import { INVALID_MOBILE } from '@salonback/shared/forms.ts'
import type { HandlerInput } from '@salonback/shared/platform/http/endpoint.ts'
import { testTexts } from '@salonback/shared/sales/testTexts/contract.ts'
import { isCostly, typedNumber } from '@salonback/shared/sms/phone.ts'
import { firstText, MAX_BODY, templateErrors } from '@salonback/shared/sms/template.ts'
import { TEST_MARK } from '@salonback/shared/sms/texts.ts'
import { queueText } from '../../core/messages/outbox.ts'
import type { CallContext, Deps } from '../../deps.ts'
import { audit } from '../../platform/db/audit.ts'
import { inTransaction } from '../../platform/db/open.ts'
import { retryOnDeadlock } from '../../platform/db/retryOnDeadlock.ts'
import { AppError, notFound } from '../../platform/http/errors.ts'
import { serve } from '../../platform/http/serve.ts'
import { findReader, findTestNumber, saveTestNumber, takeTurn } from './queries.ts'

export function testTextsRoutes(app: OpenAPIHono, deps: Deps): void {
  serve(app, deps, 'testTexts', testTexts, {
    number: async (_, { sql, actor }) => ({ phone: await findTestNumber(sql, actor.id) }),
    setNumber,
    send: sendTest,
  })
}

async function setNumber({ phone: typed }: { phone: string }, { sql, actor, country }: CallContext) {
  const phone = typed.trim() === '' ? null : typedNumber(typed, country)
  if (typed.trim() !== '' && (!phone || isCostly(phone))) throw wrong('phone', INVALID_MOBILE)
  await inTransaction(sql, async (open) => {
    await saveTestNumber(open, actor.id, phone)
    const detail = { set: phone !== null }
    await audit(open, { actor, action: 'test-number', subject: actor.name, detail })
  })
  return { phone }
}

/** Queues the test like any other text, so that opt-outs apply. No figure, list or limit counts texts of this kind. */
function sendTest(
  { template, prospectId }: HandlerInput<typeof testTexts.send>,
  { sql, clock, actor }: CallContext,
) {
  const fault = templateErrors(template).template
  if (fault) throw wrong('template', fault)
  return retryOnDeadlock(sql, async (open) => {
    const now = clock()
    const phone = await findTestNumber(open, actor.id)
    if (!phone) throw new AppError('conflict', 'Please add your mobile number to your account first')
    const prospect = await findReader(open, prospectId)
    if (!prospect) throw notFound('Prospect')
    const body = TEST_MARK + firstText(template, prospect)
    if (body.length > MAX_BODY) throw wrong('template', `A test may have ${MAX_BODY} characters`)
    if (!(await takeTurn(open, actor.id, now)))
      throw new AppError('too_many', 'You can send one test a minute', { retryAfter: 60 })
    const dedupeKey = `test:${crypto.randomUUID()}`
    const id = await queueText(open, { kind: 'test', phone, body, dedupeKey, createdBy: actor.id, now })
    if (!id)
      throw new AppError('conflict', 'Your number has opted out. Text START from it to get tests again.')
    await audit(open, { actor, action: 'test-text', subject: id })
    return { phone }
  })
}

const wrong = (field: string, message: string) =>
  new AppError('invalid', message, { fields: { [field]: message } })
