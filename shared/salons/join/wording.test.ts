import { expect, test } from 'vitest'
import { isJoin, isYes } from '../../sms/joinKeywords.ts'
import { segments } from '../../sms/segments.ts'
import { confirmationText, joinWording, keywordWording, welcomeText } from './wording.ts'

const glow = { name: 'Glow & Co.', country: 'GB' } as const

test('the consent names the salon, the kind of texts, how many, and STOP', () => {
  for (const wording of [joinWording(glow), keywordWording(glow, '07700 900800')]) {
    for (const part of ['Glow & Co.', 'marketing texts', 'offers', 'at most 4 a year', 'STOP'])
      expect(wording).toContain(part)
    expect(wording).not.toContain('purchase')
  }
  expect(keywordWording(glow, '07700 900800')).toContain('texting JOIN to 07700 900800')
})

test('in the US it says that consent is no condition of a purchase', () => {
  const us = { name: 'Glow', country: 'US' } as const
  for (const wording of [joinWording(us), keywordWording(us, '(415) 555-0100')])
    expect(wording).toContain('Consent is not a condition of any purchase.')
})

test('the confirmation is one segment for names of up to 25 characters', () => {
  const name = 'Bellissima Hair & Beauty!'
  const link = 'https://www.salonback.com/j/abcdefghijklmnop'
  expect(name).toHaveLength(25)
  expect(segments(confirmationText(name, link))).toMatchObject({ segments: 1, encoding: 'GSM-7' })
  expect(segments(confirmationText(name, 'x'.repeat(47))).segments).toBe(1)
  expect(segments(welcomeText('x'.repeat(40))).segments).toBe(1)
  expect(confirmationText('Glow', 'https://x.example/j/1')).toBe(
    'Glow: reply YES or open https://x.example/j/1 to get our offers by text, at most 4 a year. Reply STOP to opt out.',
  )
})

test.each<[string, 'join' | 'yes' | null]>([
  ['JOIN', 'join'],
  ['join', 'join'],
  [' Join! ', 'join'],
  ['“Join.”', 'join'],
  ['JOIN US', null],
  ['Can I join?', null],
  ['rejoin', null],
  ['YES', 'yes'],
  ['yes.', 'yes'],
  ['Y', 'yes'],
  ['Yes please!', 'yes'],
  ['Yes, is Friday free?', null],
  ['yes'.repeat(20), null],
  ['', null],
])('%j is the keyword %s', (body, keyword) => {
  expect([isJoin(body), isYes(body)]).toEqual([keyword === 'join', keyword === 'yes'])
})
