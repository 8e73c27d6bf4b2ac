import { expect, test } from 'vitest'
import { bookingSystems, exportGuides, guideOf } from './exportGuides.ts'

test.each(bookingSystems)(
  'the guide for %s has at most five short lines and ends with the file',
  (system) => {
    const { steps, checkedIn } = exportGuides[system]
    expect(steps.length).toBeLessThanOrEqual(5)
    for (const step of steps) expect(step.length, step).toBeLessThan(100)
    expect(steps.at(-1)).toMatch(/choose it below/)
    if (checkedIn !== null) expect(checkedIn).toMatch(/^[A-Z][a-z]+ \d{4}$/)
  },
)

test('every system that owners were promised has a guide', () => {
  expect(bookingSystems.map((system) => exportGuides[system].name).join(', ')).toBe(
    'Fresha, Phorest, Booksy, Square, Vagaro, Timely, Treatwell, Acuity, Another system',
  )
})

test.each([
  ['fresha', 'Fresha'],
  ['toString', undefined],
  ['gone', undefined],
  [null, undefined],
])('the stored system %s has the guide %s', (system, name) => {
  expect(guideOf(system)?.name).toBe(name)
})
