import { salonDetails } from '@salonback/shared/salons/salons/testing.ts'
import { expect, test } from 'vitest'
import { testApp } from '../testing/app.ts'
import { makeSender } from '../testing/factories.ts'
import { textFrom } from '../testing/webhooks.ts'
import { mailDailySummary } from './dailySummary.ts'

test('once a day in the morning, to those who want it, and only if there is something', async () => {
  const { staff, visitor, deps, sql, clock, origin } = await testApp()
  const run = async (at: string) => {
    clock.set(new Date(at))
    await mailDailySummary(deps)
    return (await sql`select 1 from mails where kind = 'summary'`).count
  }
  await staff.staff.setNotices({ email: 'maya@agency.example', contact: false, summary: true })
  await sql`update admins set email_confirmed_at = now()`
  const { id: salonId } = await staff.salons.create(salonDetails())
  const { address: To } = await makeSender(sql, '+447700900850', { salonId })
  await sql`insert into admins (username, email) values ('zoe', 'zoe@agency.example')`
  expect(await run('2026-03-11T08:00:00Z')).toBe(0)
  await visitor.contact.submit({
    name: 'Ana',
    email: 'ana@example.com',
    subject: 'Hi',
    message: 'How does it work?',
  })
  await visitor.leads.submit({ mobileNumber: '+353871234567' })
  expect(await run('2026-03-11T06:59:00Z')).toBe(0)
  expect(await run('2026-03-11T12:00:00Z')).toBe(0)
  expect(await run('2026-03-11T08:00:00Z')).toBe(1)
  expect(await run('2026-03-11T09:00:00Z')).toBe(1)
  expect(await sql`select to_address, subject from mails where kind = 'summary'`).toEqual([
    { toAddress: 'maya@agency.example', subject: 'Today: 1 new contact message, 1 new lead' },
  ])
  // In summer the hour of the agency is one earlier in UTC.
  await visitor.leads.submit({ mobileNumber: '+353871234568' })
  await sql`update leads set created_at = '2026-06-10T20:00:00Z'`
  expect(await run('2026-06-11T05:59:00Z')).toBe(1)
  await textFrom(origin, '+447700900601', 'Is Tuesday free?', { To })
  expect(await run('2026-06-11T06:01:00Z')).toBe(2)
  expect(
    await sql`select subject from mails where kind = 'summary' order by created_at desc limit 1`,
  ).toEqual([{ subject: 'Today: 1 reply to salons waits, 2 new leads' }])
})
