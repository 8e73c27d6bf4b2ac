import { expect, test } from 'vitest'
import { freePlace } from './toastPlace.ts'

const phone = { left: 8, top: 8, right: 367, bottom: 804 }
const toast = { width: 351, height: 62 }
const box = (left: number, top: number, width: number, height: number) => ({
  left,
  top,
  right: left + width,
  bottom: top + height,
})

test('an empty screen: at the end of it, right', () => {
  expect(freePlace({ width: 300, height: 62 }, phone, [])).toEqual(box(67, 742, 300, 62))
})

test('goes above what can be pressed, and keeps its distance', () => {
  expect(freePlace(toast, phone, [box(20, 750, 100, 40)])).toEqual(box(16, 680, 351, 62))
  expect(freePlace(toast, phone, [box(20, 700, 100, 40), box(20, 600, 100, 40)])).toEqual(
    box(16, 530, 351, 62),
  )
})

test('goes beside it where that is lower', () => {
  expect(freePlace({ width: 200, height: 62 }, phone, [box(300, 760, 60, 30)])).toEqual(box(92, 742, 200, 62))
  expect(freePlace({ width: 200, height: 62 }, phone, [box(8, 760, 60, 30)])).toEqual(box(167, 742, 200, 62))
})

test('there may be no place for it', () => {
  const rows = Array.from({ length: 20 }, (_, row) => box(8, row * 40, 359, 30))
  expect(freePlace(toast, phone, rows)).toBeNull()
  expect(freePlace({ width: 400, height: 62 }, phone, [])).toBeNull()
})
