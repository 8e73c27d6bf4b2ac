import { expect, test } from 'vitest'
import { testApp } from '../testing/app.ts'
import { checkReceivers } from './receiverCheck.ts'

test('the doctor lists receivers that are off or fail for an hour', async () => {
  const { sql, staff } = await testApp()
  expect(await checkReceivers(sql)).toMatchObject([{ state: 'ok' }])
  const add = (port: number) =>
    staff.receivers.create({ url: `http://127.0.0.1:${port}/`, events: ['visit.recorded'], salonId: null })
  const [off, failing, well] = [await add(1), await add(2), await add(3)]
  await sql`update receivers set state = 'off', off_reason = 'Every attempt of a day failed: 503' where id = ${off.id}`
  for (const { id, hours } of [
    { ...failing, hours: 2 },
    { ...well, hours: 0 },
  ])
    await sql`
      insert into deliveries (receiver_id, kind, subject, data, first_tried_at, status, answer)
      values (${id}, 'test', 'test', '{}', now() - ${hours} * interval '1 hour', 500, 'broken')`
  expect((await checkReceivers(sql)).map(({ message }) => message)).toEqual([
    '127.0.0.1:1 is off: Every attempt of a day failed: 503',
    '127.0.0.1:2 does not take events: 500 broken',
  ])
})
