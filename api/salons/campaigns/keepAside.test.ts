import { expect, test } from 'vitest'
import { createRandom } from '../../testing/random.ts'
import { drawClients, drawOther } from './keepAside.ts'

const campaign = '5d6ff7a0-0000-4000-8000-000000000601'
const clients = Array.from({ length: 200 }, (_, n) => `client ${n}`)

test('the draw does not depend on the order of the clients, and a repeated one is the same', () => {
  const random = createRandom(35)
  const drawn = [...drawClients(campaign, clients, 10)].sort()
  expect(drawn).toHaveLength(20)
  for (let n = 0; n < 50; n++)
    expect([...drawClients(campaign, random.shuffle([...clients]), 10)].sort()).toEqual(drawn)
})

// Literal: another version of the service must choose the same clients.
test('the draw of a campaign is fixed', () => {
  const drawn = [...drawClients(campaign, clients.slice(0, 20), 20)].sort()
  expect(drawn).toEqual(['client 11', 'client 18', 'client 6', 'client 8'])
})

test('one half gets the other text, in each order the same, by another draw than those kept aside', () => {
  const others = [...drawOther(campaign, clients.slice(0, 8))].sort()
  // Literal, as above.
  expect(others).toEqual(['client 1', 'client 2', 'client 4', 'client 5'])
  expect([...drawOther(campaign, clients.slice(0, 8).reverse())].sort()).toEqual(others)
  expect(drawOther(campaign, clients).size).toBe(100)
  expect(drawOther(campaign, clients)).not.toEqual(drawClients(campaign, clients, 50))
})

test('each campaign draws others, and each client as often', () => {
  const counts = new Map(clients.map((id) => [id, 0]))
  for (let n = 0; n < 1000; n++)
    for (const id of drawClients(`campaign ${n}`, clients, 10)) counts.set(id, (counts.get(id) ?? 0) + 1)
  // 100 are expected; the standard deviation is 9.5.
  for (const [id, times] of counts) expect(Math.abs(times - 100), id).toBeLessThan(45)
})

test.each([
  [100, 10, 10],
  [104, 10, 10],
  [105, 10, 11],
  [1234, 5, 62],
  [100, 0, 0],
  [0, 10, 0],
])('of %i clients %i percent are %i', (people, percent, count) => {
  const ids = Array.from({ length: people }, (_, n) => String(n))
  expect(drawClients(campaign, ids, percent).size).toBe(count)
})
