import { expect, test } from 'vitest'
import { nextSalonWindow } from '../salons/sendWindow.ts'
import { spread } from './schedule.ts'

const london = { timeZone: 'Europe/London' }
const windowAfter = (phone: string, from: Date) => nextSalonWindow(london, phone, '08:00-21:00', from)
const phones = Array.from({ length: 5 }, (_, n) => `+44740012345${n}`)
const times = (from: string, perDay: number) =>
  spread(phones, perDay, new Date(from), windowAfter).map(({ dueAt }) => dueAt.toISOString().slice(5, 16))

test('texts of a day are spread over its hours', () => {
  const all = ['03-10T10:00', '03-10T11:34', '03-10T13:08', '03-10T14:42', '03-10T16:16']
  expect(times('2026-03-10T08:00:00Z', 5)).toEqual(all)
})

test('the next day continues, and Sunday and Monday are left out', () => {
  // A Friday.
  const all = ['03-13T17:00', '03-13T17:25', '03-14T10:00', '03-14T13:55', '03-17T10:00']
  expect(times('2026-03-13T17:00:00Z', 2)).toEqual(all)
})

test('hours follow the clock change', () => {
  // Clocks go forward on Sunday, 29 March 2026.
  expect(times('2026-03-28T17:59:00Z', 1).slice(0, 2)).toEqual(['03-28T17:59', '03-31T09:00'])
})

test('a first batch leaves alone, and the rest from the next day on', () => {
  const from = new Date('2026-03-10T08:00:00Z')
  const due = (firstBatch: number) =>
    spread(phones, 3, from, windowAfter, firstBatch).map(({ dueAt }) => dueAt.toISOString().slice(0, 10))
  expect(due(1)).toEqual(['2026-03-10', '2026-03-11', '2026-03-11', '2026-03-11', '2026-03-12'])
  expect(due(9)).toEqual(['2026-03-10', '2026-03-10', '2026-03-10', '2026-03-11', '2026-03-11'])
})
