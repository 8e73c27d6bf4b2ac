import type { Home } from '@salonback/shared/salons/owner/ownerPage.ts'
import { expect, test } from 'vitest'
import { MonthlyPart } from './monthlyPart.tsx'

const running = { isOn: true, until: '2026-12-31', nextAskOn: '2026-04-11', byFeed: false }

test.each<[more: Partial<NonNullable<Home['programme']>>, words: string]>([
  [{}, 'We ask you for a fresh list on 11 Apr 2026, and text those who had no text in the last 90 days.'],
  [{ byFeed: true }, 'We plan the texts on 11 Apr 2026, to those who had no text in the last 90 days.'],
  [
    { nextAskOn: null, until: '2026-03-12' },
    'Your approval for each month was until 12 Mar 2026. For new texts we ask you again.',
  ],
  [{ isOn: false, nextAskOn: null }, 'You paused them: we ask for no list, and no texts start.'],
])('the monthly texts with %j', (more, words) => {
  const part = MonthlyPart({ link: { token: 'token' }, home: { programme: { ...running, ...more } } })
  expect(String(part)).toContain(words)
})
