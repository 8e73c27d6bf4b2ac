import { expect, test } from 'vitest'
import { testApp } from '../../testing/app.ts'

test.each([
  ['AZ', '050 123 45 67', '+994501234567'],
  ['VN', '0912 345 678', '+84912345678'],
  ['SO', '061 234 5678', '+252612345678'],
  ['LK', '077 123 4567', '+94771234567'],
  ['SD', '091 123 4567', '+249911234567'],
  ['SY', '0944 567 890', '+963944567890'],
  ['JM', '+1 876 555 0123', '+18765550123'],
  ['PH', '0917 123 4567', '+639171234567'],
  ['CM', '671 234 567', '+237671234567'],
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
