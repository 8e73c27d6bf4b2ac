import { expect, test } from 'vitest'
import { answerLabel, storedConsent } from './codes.ts'
import {
  dialCodeFor,
  linkedNumber,
  phoneDigits,
  readMobileParameter,
  readTypedMobile,
  spacedNumber,
  waitlistErrors,
} from './rules.ts'
import { filledQuestionnaire } from './testing.ts'

test('a filled questionnaire is valid, with and without an email', () => {
  expect(waitlistErrors(filledQuestionnaire)).toEqual({})
  expect(waitlistErrors({ ...filledQuestionnaire, email: '' })).toEqual({})
  expect(waitlistErrors({ ...filledQuestionnaire, email: 'dee@willowandrye.ie' })).toEqual({})
})

test('an empty questionnaire reports all required fields', () => {
  expect(waitlistErrors({})).toEqual({
    customerCount: 'Please select how many customers you have',
    mobileNumbersCount: 'Please select how many mobile numbers you have',
    avgSpend: 'Please select your average customer spend',
    hasMarketingConsent: 'Please let us know about your SMS marketing consent',
    hardestPartText: 'Please share at least a few words about your biggest challenge',
    mobileNumber: 'Please enter a valid mobile number',
    consentAgreed: 'You must agree to continue',
  })
})

test.each([
  ['customerCount', '2000+', 'Please select how many customers you have'],
  ['hasMarketingConsent', 'maybe', 'Please let us know about your SMS marketing consent'],
  ['hardestPartText', 'Time', 'Please share at least a few words about your biggest challenge'],
  ['hardestPartText', '     ', 'Please share at least a few words about your biggest challenge'],
  ['hardestPartText', 'x'.repeat(201), 'Please keep it to 200 characters'],
  ['mobileNumber', '+441234', 'Please enter a valid mobile number'],
  ['mobileNumber', 'my number', 'Please enter a valid mobile number'],
  ['email', 'dee@', 'Please enter a valid email address'],
  ['consentAgreed', false, 'You must agree to continue'],
])('%s %j is the only error', (field, value, sentence) => {
  expect(waitlistErrors({ ...filledQuestionnaire, [field]: value })).toEqual({ [field]: sentence })
})

test.each([
  ['hardestPartText', 'Hours'],
  ['hardestPartText', 'x'.repeat(200)],
  ['mobileNumber', '+353 1234567'],
  ['hasMarketingConsent', 'no'],
  ['hasMarketingConsent', 'no-consent'],
])('%s %j is valid', (field, value) => {
  expect(waitlistErrors({ ...filledQuestionnaire, [field]: value })).toEqual({})
})

test('the answer no is stored as no-consent', () => {
  expect(storedConsent('no')).toBe('no-consent')
  expect(storedConsent('somewhat')).toBe('somewhat')
  expect(answerLabel('hasMarketingConsent', 'no-consent')).toBe('No')
})

test.each([
  ['07700 900123', '+44', '7700900123'],
  ['007700', '+44', '07700'],
  ['087-123 4567', '+353', '871234567'],
  ['0202 555', '+1', '0202555'],
  ['abc', '+44', ''],
] as const)('typing %j with the dial code %s keeps %s', (typed, dialCode, digits) => {
  expect(phoneDigits(typed, dialCode)).toBe(digits)
})

test.each([
  ['GB', '+44'],
  ['IE', '+353'],
  ['US', '+1'],
  ['FR', '+1'],
  [undefined, '+44'],
])('a visitor from %s starts with %s', (country, dialCode) => {
  expect(dialCodeFor(country)).toBe(dialCode)
})

test.each([
  ['447700900123', { dialCode: '+44', digits: '7700900123' }],
  [' 447700900123', { dialCode: '+44', digits: '7700900123' }],
  ['+4407700900123', { dialCode: '+44', digits: '7700900123' }],
  ['+44 7700 900123', { dialCode: '+44', digits: '7700900123' }],
  ['353871234567', { dialCode: '+353', digits: '871234567' }],
  ['+3530871234567', { dialCode: '+353', digits: '871234567' }],
  ['12025550142', { dialCode: '+1', digits: '2025550142' }],
  ['+1 (202) 555-0142', { dialCode: '+1', digits: '2025550142' }],
  ['00447700900123', { dialCode: '+44', digits: '7700900123' }],
  ['00353 (0)87 123 4567', { dialCode: '+353', digits: '871234567' }],
  ['07700900123', null],
  ['+33612345678', null],
  ['0033612345678', null],
  ['44', null],
  ['', null],
  [null, null],
])('the parameter %j becomes %j', (raw, read) => {
  expect(readMobileParameter(raw)).toEqual(read)
})

test.each([
  ['+44', '7700900123', '+44 7700 900123'],
  ['+353', '871234567', '+353 87 123 4567'],
  ['+1', '2025550142', '+1 202 555 0142'],
  ['+44', '77', '+44 77'],
] as const)('%s and %s read as %s', (dialCode, digits, shown) => {
  expect(spacedNumber(dialCode, digits)).toBe(shown)
})

test.each([
  ['447700900123', '+1', { dialCode: '+44', digits: '7700900123' }],
  ['07700 900123', '+44', { dialCode: '+44', digits: '7700900123' }],
  ['087 123 4567', '+353', { dialCode: '+353', digits: '871234567' }],
  ['00447700900123', '+353', { dialCode: '+44', digits: '7700900123' }],
  ['0871234567', '+353', { dialCode: '+353', digits: '871234567' }],
  ['161 234 5678', '+44', { dialCode: '+1', digits: '612345678' }],
  ['\u202a+447700900123\u202c', '+1', { dialCode: '+44', digits: '7700900123' }],
  ['tel:+447700900123', '+1', { dialCode: '+44', digits: '7700900123' }],
  ['+44 (0)7700 900123', '+1', { dialCode: '+44', digits: '7700900123' }],
  // Too short: the form shows the error.
  ['441234', '+353', { dialCode: '+44', digits: '1234' }],
  ['33612345678', '+44', null],
  ['33612345678', '+1', null],
  ['447700900', '+44', { dialCode: '+44', digits: '7700900' }],
  ['4412345', '+44', { dialCode: '+44', digits: '12345' }],
  ['447700900123999', '+44', { dialCode: '+44', digits: '7700900123999' }],
  ['+33612345678', '+44', null],
  ['0033612345678', '+44', null],
  ['hello', '+44', null],
  ['', '+44', null],
  [null, '+44', null],
] as const)('a link with %j, opened by a visitor of %s, carries %j', (raw, visitors, number) => {
  expect(linkedNumber(raw, visitors)).toEqual(number)
})

test.each([
  ['+353 87 123 4567', '+44', '+353', '871234567'],
  ['0044 7700 900123', '+1', '+44', '7700900123'],
  ['+44 (0)7700 900123', '+353', '+44', '7700900123'],
  ['\u202a+44 7700 900123\u202c', '+1', '+44', '7700900123'],
  ['447700900123', '+44', '+44', '7700900123'],
  ['447700900123', '+1', '+44', '7700900123'],
  ['4407700900123', '+44', '+44', '7700900123'],
  ['07700 900123', '+44', '+44', '7700900123'],
  ['07700–900–123', '+44', '+44', '7700900123'],
  ['0770\u00a0090\u202f0123', '+44', '+44', '7700900123'],
  ['٠٧٧٠٠ ٩٠٠١٢٣', '+44', '+44', '7700900123'],
  ['０７７００ ９００１２３', '+44', '+44', '7700900123'],
  ['tel:07700900123', '+44', '+44', '7700900123'],
  ['Karen: 07700 900123', '+44', '+44', '7700900123'],
  ['353871234567', '+44', '+353', '871234567'],
  ['353871234567', '+353', '+353', '871234567'],
  ['1 (202) 555-0142', '+44', '+1', '2025550142'],
  ['1 (202) 555-0142', '+1', '+1', '2025550142'],
  ['12025550142', '+353', '+1', '2025550142'],
  // Still being typed, or incomplete: the form shows the error when it is sent.
  ['+44 7700', '+44', '+44', '7700'],
  ['+44 7700 9001', '+1', '+44', '77009001'],
  ['4477', '+44', '+44', '4477'],
  ['0044', '+1', '+1', '0044'],
  ['00447', '+1', '+44', '7'],
  ['07', '+44', '+44', '7'],
  ['7700a', '+44', '+44', '7700'],
  ['447700900123999', '+44', '+44', '447700900123999'],
] as const)('the field reads %j with %s chosen as %s %s', (typed, chosen, dialCode, digits) => {
  expect(readTypedMobile(typed, chosen)).toEqual({ dialCode, digits, unreadable: false })
})

test.each([
  ['+45 12 34 56 78', '+44', ''],
  ['0033 6 12 34 56 78', '+44', ''],
  ['+49 151 23456789', '+1', ''],
  ['07700 900123 or 07700 900124', '+44', '770090012307700900124'],
  ['07700 900123 / 07700 900124', '+44', '770090012307700900124'],
  ['0770O900123', '+44', '770900123'],
  ['07700 900123 ext 4', '+44', '77009001234'],
  ['2 x 0770 90012', '+44', '2077090012'],
  ['555-0142 / 555', '+1', '5550142555'],
  ['+447700900123 +447700900124', '+44', '7700900123447700900124'],
] as const)('%j with %s chosen is unreadable: another number must not be stored', (typed, chosen, digits) => {
  expect(readTypedMobile(typed, chosen)).toMatchObject({ digits, unreadable: true })
})

test('a whole number that is typed digit by digit is read like the pasted one', () => {
  for (const [whole, chosen, dialCode, expected] of [
    ['447700900123', '+44', '+44', '7700900123'],
    ['447700900123', '+1', '+44', '7700900123'],
    ['07700900123', '+44', '+44', '7700900123'],
    ['353871234567', '+353', '+353', '871234567'],
    ['12025550142', '+1', '+1', '2025550142'],
  ] as const) {
    let read: { dialCode: '+44' | '+353' | '+1'; digits: string } = { dialCode: chosen, digits: '' }
    for (const digit of whole) read = readTypedMobile(read.digits + digit, read.dialCode)
    expect([whole, read]).toMatchObject([whole, { dialCode, digits: expected }])
  }
})

test.each([
  '\u202a+44 7700 900961\u202c',
  '+44 (0)7700 900964',
  '07700–900–966',
  '0044 7700 900961',
  'Karen 07700 900123',
  '+33 6 12 34 56 78',
])('%j is no error of the questionnaire', (mobileNumber) => {
  expect(waitlistErrors({ ...filledQuestionnaire, mobileNumber })).toEqual({})
})

test.each([
  '+44447700900123',
  '+44770090012',
  '+4477009001234',
  '+447700900',
  '+353353871234567',
  '+35387123456',
  '+112025550142',
  '+1555014',
  '07700 900123 / 07700 900124',
  '+447700900123+447700900124',
  '0770O900123',
])('%j cannot exist and is an error of the questionnaire', (mobileNumber) => {
  expect(waitlistErrors({ ...filledQuestionnaire, mobileNumber })).toEqual({
    mobileNumber: 'Please enter a valid mobile number',
  })
})
