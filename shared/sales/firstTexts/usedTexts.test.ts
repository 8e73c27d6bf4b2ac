import { expect, test } from 'vitest'
import { campaignName } from './campaignName.ts'
import type { Step } from './contract.ts'
import { usedTexts } from './usedTexts.ts'

const figures = (
  template: string,
  day: number,
  more: { step?: Step; sent?: number; delivered?: number; answered?: number; stop?: number } = {},
) => ({
  ...{ step: 'first' as Step, template },
  createdAt: `2026-11-${day}T09:00:00.000Z`,
  ...{ sent: 100, delivered: 90, answered: 20, stop: 1 },
  ...more,
})

test.each([
  ['nothing', [], []],
  ['a text that never left', [figures('A', 10, { sent: 0 })], []],
  ['a second text', [figures('A', 10, { step: 'second' })], []],
  [
    'one text twice, and another',
    [
      figures('A', 12),
      figures('B', 11),
      figures(' A\n', 10, { sent: 300, delivered: 300, answered: 0, stop: 4 }),
    ],
    [
      { template: 'A', usedAt: '2026-11-12T09:00:00.000Z', sent: 400, delivered: 390, answered: 20, stop: 5 },
      { template: 'B', usedAt: '2026-11-11T09:00:00.000Z', sent: 100, delivered: 90, answered: 20, stop: 1 },
    ],
  ],
  [
    'the older first',
    [figures('B', 10), figures('A', 12)],
    [expect.objectContaining({ template: 'A' }), expect.objectContaining({ template: 'B' })],
  ],
])('earlier first texts of %s', (_, given, listed) => {
  expect(usedTexts(given, 'first')).toEqual(listed)
})

test.each([
  ['Spas in London', 'Hi {name}', 'Spas in London'],
  [null, 'Hi {name}', 'Nov 20, 2026: Hi {name}'],
  [
    null,
    ' Hi {name}, Salonback\nhere. Interested? Reply YES.',
    'Nov 20, 2026: Hi {name}, Salonback here. Interested?…',
  ],
])('a campaign named %j with the text %j is shown as %s', (name, template, shown) => {
  // The date is that of the reader's clock.
  const createdAt = new Date('2026-11-20T12:00').toISOString()
  expect(campaignName({ name, template, createdAt })).toBe(shown)
})
