import { expect, test } from 'vitest'
import { isLeadNumber, numberWithCountry } from '../sales/leads/rules.ts'
import { dialCodeFor, readMobileParameter } from '../sales/waitlist/rules.ts'
import { marketCodes, markets, suggestMarket } from './markets.ts'
import { phoneTypeOf, toE164 } from './phone.ts'
import { sendWindow } from './quietHours.ts'

test.each([
  ['0871234567', 'GB', 'IE'],
  ['087 123 4567', 'GB', 'IE'],
  ['871234567', 'GB', 'IE'],
  ['020 912 0142', 'GB', 'IE'],
  ['0871234567', 'US', 'IE'],
  ['07700 900123', 'IE', 'GB'],
  ['7700900123', 'IE', 'GB'],
  ['07700 900123', 'US', 'GB'],
  ['(202) 555-0142', 'GB', 'US'],
  ['202-555-0142', 'IE', 'US'],
  ['07700 900123', 'GB', null],
  ['7700900123', 'GB', null],
  ['07624 412345', 'GB', null],
  ['087 123 4567', 'IE', null],
  ['020 912 0142', 'IE', null],
  ['(202) 555-0142', 'US', null],
  // A London landline is no mobile in GB, and its leading 0 rules out the US.
  ['020 7946 0123', 'GB', null],
  ['7723456789', 'US', null],
  ['+353 87 123 4567', 'GB', null],
  ['00353871234567', 'GB', null],
  ['353871234567', 'GB', null],
  ['110255501', 'GB', null],
  ['', 'GB', null],
] as const)('%j with the country %s: the suggested country is %s', (typed, chosen, likelier) => {
  expect(suggestMarket(typed, chosen)).toBe(likelier)
})

test.each(marketCodes)(
  'lead form, questionnaire, phone numbers and quiet hours follow the row of %s',
  (code) => {
    const { name, dialCode, example, zone } = markets[code]
    const international = numberWithCountry(example, code)
    expect(international.startsWith(dialCode)).toBe(true)
    expect(isLeadNumber(international)).toBe(true)
    expect(toE164(example, name)).toBe(international)
    expect(phoneTypeOf(international)).not.toBe('unknown')
    expect(dialCodeFor(code)).toBe(dialCode)
    expect(readMobileParameter(international)).toEqual({
      dialCode,
      digits: international.slice(dialCode.length),
    })
    if (!zone) return
    const at = (hour: string) => new Date(`2026-01-15T${hour}:00Z`)
    expect([
      sendWindow(international, '08:00-21:00', at('07:59')).open,
      sendWindow(international, '08:00-21:00', at('08:00')).open,
    ]).toEqual([false, true])
  },
)
