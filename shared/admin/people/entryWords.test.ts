import { expect, test } from 'vitest'
import type { PersonEntry } from './contract.ts'
import { sourceOf, titleOf, wordsOf } from './entryWords.ts'
import { entryForTests } from './testing.ts'

const entry = (kind: PersonEntry['kind'], more: Partial<PersonEntry> = {}) =>
  entryForTests(1, { kind, text: 'words', ...more })

test.each([
  ['Texted us', null, 'words', entry('received', { state: 'positive' })],
  ['Opted out by text', null, 'words', entry('received', { state: 'opt_out' })],
  ['First text', null, 'words', entry('sent', { detail: 'first_text' })],
  ['Reply', null, 'words', entry('sent', { detail: 'reply' })],
  ['Opted out', 'staff', 'words', entry('consent', { state: 'opt_out', detail: 'staff' })],
  ['Opted out', 'by text', 'words', entry('consent', { state: 'opt_out', detail: 'keyword' })],
  [
    'Basis for first texts',
    null,
    'A published business number',
    entry('consent', { state: 'basis', detail: 'campaign:85f7', text: 'business_number' }),
  ],
  ['a newer change', 'web', 'words', entry('consent', { state: 'a newer change', detail: 'web' })],
  ['Imported as a prospect', 'from Scraper', null, entry('prospect', { detail: 'Scraper' })],
  ['Imported as a prospect', null, null, entry('prospect')],
  ['Wrote a contact message', 'Prices', 'words', entry('contact', { detail: 'Prices' })],
  ['Joined the clients', 'from the list may.csv', null, entry('client', { detail: 'may.csv' })],
  ['Objection', 'from a list', 'words', entry('salon_consent', { state: 'objection', detail: 'list' })],
  ['Joined on the salon’s page', null, 'words', entry('join', { state: 'confirmed' })],
  ['Began to join on the salon’s page', null, 'words', entry('join', { state: 'waiting' })],
  ['Asked for a call, and was called', null, null, entry('call', { state: 'called', text: null })],
  ['Visit: did not come', 'for Mar 12, 2026', null, entry('visit', { state: 'no_show', text: '2026-03-12' })],
  ['Booking passed to the salon', null, null, entry('handover', { detail: 'booking', text: null })],
  ['The salon answered: please call', null, 'words', entry('answer', { state: 'call' })],
])('an entry says %s, %s', (title, source, words, described) => {
  expect([titleOf(described), sourceOf(described), wordsOf(described)]).toEqual([title, source, words])
})
