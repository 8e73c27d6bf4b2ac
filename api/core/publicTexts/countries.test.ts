import { expect, test } from 'vitest'
import { testApp } from '../../testing/app.ts'

test.each([
  ['AZ', '050 123 45 67', '+994501234567'],
  ['JM', '+1 876 555 0123', '+18765550123'],
  ['TJ', '917 123 456', '+992917123456'],
])(
  'a lead from %s gets no text, is stored, and the answer reveals nothing',
  async (country, typed, phone) => {
    const { visitor, staff, sql } = await testApp()
    const usual = await visitor.leads.submit({ mobileNumber: '+44 7700 900123' })
    expect(await visitor.leads.submit({ mobileNumber: typed, country })).toEqual(usual)
    expect(await sql`select phone from messages`).toEqual([{ phone: '+447700900123' }])
    expect(await staff.leads.list()).toContainEqual(
      expect.objectContaining({ mobileNumber: phone, withheld: 'country' }),
    )
  },
)
