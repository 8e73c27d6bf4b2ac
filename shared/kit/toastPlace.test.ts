import { expect, test } from 'vitest'
import { type Box, freePlace } from './toastPlace.ts'

const phone = { left: 8, top: 8, right: 367, bottom: 804 }
const wide = { width: 351, height: 62 }
const narrow = { width: 200, height: 62 }
const box = (left: number, top: number, width: number, height: number): Box => ({
  left,
  top,
  right: left + width,
  bottom: top + height,
})

test.each<[string, typeof wide, Box[], Box | null]>([
  ['an empty screen: bottom right', narrow, [], box(167, 742, 200, 62)],
  ['above a control, at a distance', wide, [box(20, 750, 100, 40)], box(16, 680, 351, 62)],
  [
    'above two controls that leave no room between them',
    wide,
    [box(20, 700, 100, 40), box(20, 600, 100, 40)],
    box(16, 530, 351, 62),
  ],
  ['left of a control, where that is lower', narrow, [box(300, 760, 60, 30)], box(92, 742, 200, 62)],
  ['right of a control', narrow, [box(8, 760, 60, 30)], box(167, 742, 200, 62)],
  ['above a bar over the whole width', wide, [box(0, 756, 375, 56)], box(16, 686, 351, 62)],
  ['no place between rows', wide, Array.from({ length: 20 }, (_, row) => box(8, row * 40, 359, 30)), null],
  ['wider than the window', { width: 400, height: 62 }, [], null],
])('%s', (_, size, taken, place) => {
  expect(freePlace(size, phone, taken)).toEqual(place)
})
