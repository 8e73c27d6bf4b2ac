import { serviceForTests } from '@salonback/shared/core/settings/testing.ts'
import { expect, test } from 'vitest'
import { testApp } from '../../testing/app.ts'
import { postJson } from '../../testing/postJson.ts'
import { SENDER } from '../../testing/start.ts'

test('a setting has its default until staff change it', async () => {
  const { staff, sql } = await testApp()
  const key = 'waitlist_sms_enabled'
  expect(await staff.settings.get({ key })).toEqual({ settingKey: key, settingValue: 'true' })
  const changed = { settingKey: key, settingValue: 'false' }
  expect(await staff.settings.set({ key, value: 'false' })).toEqual(changed)
  expect(await staff.settings.get({ key })).toEqual(changed)
  expect(await staff.settings.get({ key: 'auto_followup_enabled' })).toMatchObject({ settingValue: 'true' })
  const log = await sql`select actor, subject, detail from audit_log where action = 'setting.change'`
  expect([...log]).toEqual([{ actor: 'maya', subject: key, detail: { value: 'false' } }])
})

test.each(['unknown', 'toString', '__proto__', 'WAITLIST_SMS_ENABLED'])(
  'there is no setting %s',
  async (key) => {
    const { staff, sql } = await testApp()
    await expect(staff.settings.get({ key })).rejects.toMatchObject({ status: 404 })
    await expect(staff.settings.set({ key, value: 'true' })).rejects.toMatchObject({ status: 404 })
    expect(await sql`select 1 from settings`).toHaveLength(0)
  },
)

test.each([true, 'yes', '', null])('a setting does not take %o', async (value) => {
  const { staffRequest } = await testApp()
  const response = await staffRequest('/api/admin/settings/waitlist_sms_enabled', postJson({ value }))
  expect(response.status).toBe(422)
  expect(await response.json()).toMatchObject({ fields: { value: expect.any(String) } })
})

test('the console can read the state of the service', async () => {
  const { staff, env } = await testApp({ ALERT_SMS_NUMBER: '+447700900199', SEND_RATE_PER_SECOND: '5' })
  const settings = { alertNumber: '+447700900199', quietHours: '00:00-24:00', sendRatePerSecond: 5 }
  const expected = serviceForTests({ ...settings, sender: SENDER, publicUrl: env.PUBLIC_URL })
  expect(await staff.settings.service()).toEqual(expected)
  const without = await testApp()
  expect(await without.staff.settings.service()).toMatchObject({ alertNumber: null })
})
