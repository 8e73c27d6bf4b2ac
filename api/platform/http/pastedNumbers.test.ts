import { filledQuestionnaire } from '@salonback/shared/sales/waitlist/testing.ts'
import { salonDetails } from '@salonback/shared/salons/salons/testing.ts'
import { expect, test } from 'vitest'
import { testApp } from '../../testing/app.ts'
import { fictional } from '../../testing/factories.ts'
import { joinApp } from '../../testing/joins.ts'
import { storeList } from '../../testing/salons.ts'
import { testSalon } from '../../testing/testSalon.ts'

// Every field for a number reads a pasted one right or refuses it: another number would belong to a stranger.

const right: string[] = [
  '\u202a+44 7700 900961\u202c',
  '\u2060\ufeff07700900961',
  '+44\u00a07700\u202f900961',
  '+44 (0)7700 900961',
  '07700−900—961',
  'tel:+447700900961',
  '+４４７７００９００９６１',
  'Mobile: 07700 900961 (Karen)',
]

const wrong: string[] = [
  '447700900',
  '+447700900961999',
  '07700 900961 / 07700 900962',
  '0770O900961',
  '+44 mob 7700 900',
  '1 (555) 555-01',
  '12345678',
]

const refused = {
  status: 422,
  message: expect.stringContaining('"Please enter a valid mobile number"'),
}

test('pasted numbers are read right in every field', async () => {
  const { visitor, staff, sql } = await testApp({ PUBLIC_POSTS_PER_MINUTE: '1000' })
  for (const pasted of right) {
    await visitor.waitlist.submit({ ...filledQuestionnaire, mobileNumber: pasted, mobile: pasted })
    const [kept] = await sql`select mobile_number, phone, linked_phone from waitlist_responses`
    expect([pasted, kept]).toEqual([
      pasted,
      { mobileNumber: fictional(961), phone: fictional(961), linkedPhone: fictional(961) },
    ])
    await sql`delete from waitlist_responses`
    const { phoneNumber } = await staff.inbox.recordOptOut({
      phoneNumber: pasted,
      reason: 'asked by phone',
    })
    expect([pasted, phoneNumber]).toEqual([pasted, fictional(961)])
    await sql`delete from suppressions`
    const salon = await staff.salons.create(salonDetails({ ownerPhone: pasted, businessPhone: pasted }))
    expect([pasted, salon.ownerPhone, salon.businessPhone]).toEqual([pasted, fictional(961), fictional(961)])
  }
})

test('numbers that cannot exist, and several numbers, are refused in every field', async () => {
  const { visitor, staff, sql } = await testApp({ PUBLIC_POSTS_PER_MINUTE: '1000' })
  for (const pasted of wrong) {
    const calls = {
      questionnaire: () => visitor.waitlist.submit({ ...filledQuestionnaire, mobileNumber: pasted }),
      optOut: () => staff.inbox.recordOptOut({ phoneNumber: pasted, reason: 'asked by phone' }),
      salon: () => staff.salons.create(salonDetails({ ownerPhone: pasted })),
    }
    for (const [field, call] of Object.entries(calls))
      await expect(call(), `${field}: ${pasted}`).rejects.toMatchObject(refused)
  }
  expect(await sql`select 1 from waitlist_responses union all select 1 from salons`).toHaveLength(0)
  expect(await sql`select 1 from suppressions`).toHaveLength(0)
})

test('the lead form keeps the rule of the specification and stores no other number', async () => {
  const { visitor, staff, sql } = await testApp({ PUBLIC_POSTS_PER_MINUTE: '1000' })
  for (const pasted of [...right, ...wrong]) {
    await visitor.leads
      .submit({ mobileNumber: pasted, country: 'GB' })
      .catch((error: unknown) => expect(error).toMatchObject(refused))
    const numbers = (await staff.leads.list()).map(({ mobileNumber }) => mobileNumber)
    // A number of 10 or 11 digits that starts with 0 is accepted, and kept as typed if it cannot exist.
    expect(['', '+447700900961', '0770090096'], pasted).toContain(numbers.join())
    await sql`delete from leads`
  }
})

test('a salon takes the pasted address of its sender, and its clients are found by pasted numbers', async () => {
  const { app, staff, sql, id } = await testSalon()
  for (const pasted of right.filter((text) => !/^\D*0?[7٧]/.test(text.replace('tel:', '')))) {
    await sql`delete from senders where salon_id = ${id}`
    expect(await staff.salons.setSender({ id, address: pasted })).toMatchObject({ address: fictional(961) })
  }
  for (const address of [...wrong, '07700 900961', '60777'])
    await expect(staff.salons.setSender({ id, address }), address).rejects.toMatchObject({ status: 422 })
  await storeList(app, id, ['Mary,07700 900961,2025-09-01,Yes', 'Orla,07700 900503,2025-10-01,Yes'])
  for (const q of [...right, '0961', 'mar'])
    expect((await staff.clients.list({ id, q })).items, q).toMatchObject([{ phone: fictional(961) }])
})

test('the join page reads pasted numbers', async () => {
  const { ask, sql } = await joinApp({ PUBLIC_POSTS_PER_MINUTE: '1000' })
  for (const pasted of right) {
    expect((await ask(pasted)).status, pasted).toBe(200)
    expect(await sql`select distinct phone from join_requests`, pasted).toEqual([{ phone: fictional(961) }])
  }
  for (const pasted of wrong) expect((await ask(pasted)).status, pasted).toBe(422)
})
