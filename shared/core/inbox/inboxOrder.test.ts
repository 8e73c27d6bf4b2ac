// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { useInboxOrder } from './inboxOrder.ts'

test.each([
  ['{"state":{"order":"newest"},"version":0}', 'newest'],
  ['{"state":{"order":"oldest"},"version":0}', 'waiting'],
  ['{"state":null,"version":0}', 'waiting'],
  ['{}', 'waiting'],
])('stored as %s it is %s', async (stored, order) => {
  useInboxOrder.setState({ order: 'waiting' })
  localStorage.setItem('salonback.inboxOrder', stored)
  await useInboxOrder.persist.rehydrate()
  expect(useInboxOrder.getState().order).toBe(order)
})
