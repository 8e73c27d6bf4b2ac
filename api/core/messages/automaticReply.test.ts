import { expect, test } from 'vitest'
import { testApp } from '../../testing/app.ts'
import { fictional, makeProspect, makeText } from '../../testing/factories.ts'
import { textFrom } from '../../testing/webhooks.ts'

const DRIVING =
  'I’m driving with Do Not Disturb While Driving turned on. I’ll see your message when I get where I’m going.'

test('an automatic reply is stored as processed and changes nothing', async () => {
  const { origin, sql, staff } = await testApp()
  const { phone } = await makeProspect(sql, { contactStatus: 'Contacted' })
  await textFrom(origin, phone, DRIVING)
  const nothingToDo = { processed: true, needsReview: false, isOptOut: false, pendingReview: false }
  expect(await staff.inbox.inbound()).toMatchObject([{ intent: 'automatic_reply', ...nothingToDo }])
  const { contactStatus, optOut, messages } = await staff.inbox.conversation({ number: phone })
  expect({ contactStatus, optOut }).toEqual({ contactStatus: 'Contacted', optOut: null })
  expect(messages).toMatchObject([{ intent: 'automatic_reply', processed: true }])
  expect(await staff.metrics.sms()).toMatchObject({ needsReview: 0 })
})

test('the database refuses an unknown intent, and an automatic reply that is an opt-out', async () => {
  const { sql } = await testApp()
  const received = { direction: 'inbound', phone: fictional(7), body: DRIVING } as const
  const refused = { code: '23514' }
  await expect(makeText(sql, { ...received, intent: 'driving' })).rejects.toMatchObject(refused)
  const optOut = { ...received, intent: 'automatic_reply', isOptOut: true }
  await expect(makeText(sql, optOut)).rejects.toMatchObject(refused)
})

test.each(['whatsapp:', 'rcs:', 'sms:'])('STOP from %s counts for the number', async (channel) => {
  const { origin, staff, env } = await testApp()
  const phone = fictional(8)
  await textFrom(origin, `${channel}${phone}`, 'STOP', { To: `${channel}${env.TWILIO_FROM_NUMBER ?? ''}` })
  expect(await staff.inbox.inbound()).toMatchObject([{ from: phone, isOptOut: true }])
  const { optOut } = await staff.inbox.conversation({ number: phone })
  expect(optOut).toMatchObject({ phoneNumber: phone, source: 'keyword' })
})
