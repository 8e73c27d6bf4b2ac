import { expect, test } from 'vitest'
import { salonForTests } from '../salons/testing.ts'
import type { VisitEvidence } from './contract.ts'
import { dayOf, evidenceText, feeText } from './labels.ts'
import { visitForTests } from './testing.ts'

const id = '5d6ff7a0-0000-4000-8000-000000000401'

test.each<[VisitEvidence, string]>([
  [{ kind: 'reply', messageId: id, text: 'Friday at 3?' }, 'Answered the text: “Friday at 3?”'],
  [
    { kind: 'list', listId: id, from: '2025-09-01', to: '2026-03-20' },
    'A newer list moved the last visit from Sep 1, 2025 to Mar 20, 2026',
  ],
  [{ kind: 'list', listId: id, from: null, to: '2026-03-20' }, 'A newer list has a visit on Mar 20, 2026'],
  [
    { kind: 'system', source: 'Phorest', at: '2026-03-20T12:00:00.000Z' },
    'Confirmed by the booking system (Phorest), Mar 20, 2026',
  ],
  [{ kind: 'owner', name: 'Aoife', at: '2026-03-20T23:30:00.000Z' }, 'Aoife says so, Mar 20, 2026'],
  [{ kind: 'staff', note: 'Seen in the diary' }, 'Note of staff: Seen in the diary'],
  [{ kind: 'link', at: '2026-03-20T12:00:00.000Z' }, 'Opened the booking link, Mar 20, 2026'],
])('%j is shown as %s', (evidence, text) => {
  expect(evidenceText(evidence, 'Europe/London')).toBe(text)
})

test('days are those of the salon', () => {
  expect(dayOf('2026-03-20T23:30:00.000Z', 'Europe/London')).toBe('Mar 20, 2026')
  expect(dayOf('2026-03-20T23:30:00.000Z', 'Europe/Berlin')).toBe('Mar 21, 2026')
  expect(dayOf(null, 'Europe/London')).toBe('–')
})

test.each([
  [true, 4500, '£13.50'],
  [true, 0, '£0.00'],
  [true, null, 'Amount missing'],
  [false, 4500, 'No fee'],
])('fee %s of %j is shown as %s', (fee, amount, text) => {
  const visit = visitForTests(1, { amount, attribution: { fee, reasons: [] } })
  expect(feeText(visit, salonForTests(1))).toBe(text)
})
